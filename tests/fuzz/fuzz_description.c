/* SPDX-License-Identifier: MIT */
/*
 * Any text: the parser neither reads behind it nor contradicts itself.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/description_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds)
{
	if (!holds)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct uet_description_error where;
	struct uet_description_info info;
	char *text = malloc(size + 1);
	int result;

	demand(text != NULL);
	memcpy(text, data, size);
	text[size] = '\0';
	result = uet_desc_check(text, &info, &where);
	demand(where.offset <= strlen(text));
	demand(!result || where.reason);
	demand(!where.reason || strlen(where.reason) < 128);
	demand(!info.once || where.reason);
	demand(info.n_dynamic <= info.n_fields);
	demand(info.fixed_size >= info.n_fields);
	demand(uet_desc_column(text, where.offset) <= where.offset + 1);
	free(text);
	return 0;
}
