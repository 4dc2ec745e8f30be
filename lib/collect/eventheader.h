/* SPDX-License-Identifier: MIT */
/*
 * What the files that decode EventHeader events share, grouped by the file
 * that owns it.
 */
#ifndef UET_COLLECT_EVENTHEADER_H
#define UET_COLLECT_EVENTHEADER_H

#include <endian.h>
#include <string.h>

#include <uet/eventheader_decode.h>

/* An unsigned number of 1, 2, 4 or 8 bytes, wherever it lies. */
static inline uint64_t uet_eh_load(const unsigned char *at, size_t size,
				   bool is_big_endian)
{
	uint64_t u64;
	uint32_t u32;
	uint16_t u16;

	switch (size) {
	case 1:
		return *at;
	case 2:
		memcpy(&u16, at, 2);
		return is_big_endian ? be16toh(u16) : le16toh(u16);
	case 4:
		memcpy(&u32, at, 4);
		return is_big_endian ? be32toh(u32) : le32toh(u32);
	default:
		memcpy(&u64, at, 8);
		return is_big_endian ? be64toh(u64) : le64toh(u64);
	}
}

/* One of the tracepoint's fields, all of which are numbers and inside of the
 * record of an event; in the event's byte order, as the rest of it. */
static inline uint64_t uet_eh_header_number(uint32_t offset, uint32_t size,
					    const void *raw,
					    const struct uet_eh_event *event)
{
	return uet_eh_load((const unsigned char *)raw + offset, size,
			   event->is_big_endian);
}

/* The next size bytes before end, or NULL when there are fewer. */
static inline const unsigned char *uet_eh_take(const unsigned char **at,
					       const unsigned char *end,
					       size_t size)
{
	const unsigned char *taken = *at;

	if ((size_t)(end - taken) < size)
		return NULL;
	*at = taken + size;
	return taken;
}

/* eventheader_name.c */

/* Is it a format of such events, by its name as well?  Which tracepoint is it, with
 * views into the format, and where in a record do they begin? */
bool uet_eh_is_described(const struct uet_format *format,
			 struct uet_eh_tracepoint *tracepoint,
			 uint32_t *offset);

/* eventheader_metadata.c */

/* A name that ends in NUL before end, parted from its attributes; false if it
 * does not. */
bool uet_eh_take_name(const unsigned char **at, const unsigned char *end,
		      const char **name, size_t *name_size,
		      const char **attributes, size_t *attributes_size);

/* The next field's description.  Where it fails, *field has the name if there
 * is one. */
enum uet_eh_damage uet_eh_take_field(const unsigned char **at,
				     const unsigned char *end,
				     bool is_big_endian,
				     struct uet_eh_field *field);

/* Moves behind the descriptions of so many fields, or of all that there are,
 * and of all in them. */
enum uet_eh_damage uet_eh_skip_fields(const unsigned char **at,
				      const unsigned char *end,
				      bool is_big_endian, uint32_t n);

/* eventheader_value.c */

/*
 * The next value of c->field: moves on and fills type, charset and value.
 * Where the payload ends in a text, what there is of it is a value, too, and
 * c->damage is set.  False: there is no value.
 */
bool uet_eh_take_value(struct uet_eh_cursor *c, struct uet_eh_item *item);

/* eventheader_find.c */

/* eventheader_lookup.c */

/* A name that is asked for, once for each tracepoint. */
struct uet_eh_name {
	const char *path;
	uint32_t header_offset; /* in a record */
	uint32_t header_size;	/* of the header's field; 0: it has none */
	size_t told;		/* which of what is told besides */
};

/* The path must outlive it; a size of 0 if the header has no such field. */
void uet_eh_name_set(struct uet_eh_name *to, const char *path,
		     uint32_t header_offset, uint32_t header_size);

enum uet_eh_place { UET_EH_OWN, UET_EH_HEADER, UET_EH_TOLD };

/* The cursor is that of uet_eh_find(), also where the name means something
 * else than an own field. */
struct uet_eh_found {
	enum uet_eh_place place;
	struct uet_eh_cursor cursor;
	struct uet_eh_item item;
};

/* In this order: the event's own field, that of the header, what is told of the
 * event besides.  0, -ENOENT or -EBADMSG as uet_eh_find(). */
int uet_eh_look_up(const struct uet_eh_name *name,
		   const struct uet_eh_event *event, const void *raw,
		   struct uet_eh_found *found);

/* A printer's; is_first: nothing stands before it in its struct or array. */
typedef int uet_eh_put_item(struct uet_buffer *b,
			    const struct uet_eh_item *item, bool *is_first);

/* Puts an item without its name, a struct or an array up to its end.  0 or
 * -ENOMEM. */
int uet_eh_put_whole(struct uet_buffer *b, struct uet_eh_cursor *c,
		     struct uet_eh_item *item, uet_eh_put_item *put);

/* eventheader_text.c and eventheader_json.c: the same in these styles. */

int uet_eh_text_item(struct uet_buffer *b, struct uet_eh_cursor *c,
		     struct uet_eh_item *item);
int uet_eh_json_item(struct uet_buffer *b, struct uet_eh_cursor *c,
		     struct uet_eh_item *item);

/* eventheader_text.c: a value that is no text, and "<damaged: FIELD: REASON>". */

int uet_eh_text_value(struct uet_buffer *b, const struct uet_eh_item *item);
int uet_eh_text_damage(struct uet_buffer *b, enum uet_eh_damage damage,
		       const struct uet_eh_field *f);

/* eventheader_json_event.c: the members up to where the fields' begin, and those
 * from their end on. */

int uet_eh_json_begin(struct uet_buffer *b, const struct uet_eh_event *e);
int uet_eh_json_end(struct uet_buffer *b, const struct uet_eh_event *e,
		    enum uet_eh_damage damage, const struct uet_eh_field *field);

/* eventheader_print.c */

/* What uet_eh_put_small() writes at most. */
#define UET_EH_SMALL_MAX 64

static inline bool uet_eh_is_large(enum uet_eh_type type)
{
	return type == UET_EH_TYPE_TEXT || type == UET_EH_TYPE_BYTES;
}

/* All values but the large ones; what is no JSON number or word between the
 * quotes given: "" or "\"". */
char *uet_eh_put_small(char *to, const struct uet_eh_item *item,
		       const char *quote);
char *uet_eh_put_uuid(char *to, const unsigned char *uuid);
/* "0x1F". */
char *uet_eh_put_hex(char *to, uint64_t n);

/*
 * The text as UTF-8, which may lie in the buffer's unused room: there is room
 * for factor times its size and two bytes more in front of it then, so that a
 * printer of strings needs no other memory while it reads there.  NULL: out of
 * memory.
 */
const char *uet_eh_utf8(struct uet_buffer *b, const struct uet_eh_item *item,
			size_t factor, size_t *size);

#endif /* UET_COLLECT_EVENTHEADER_H */
