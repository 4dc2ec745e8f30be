/* SPDX-License-Identifier: MIT */
/*
 * Events that describe themselves, after the "EventHeader" convention: from
 * their bytes to fields, structs and arrays, and from these to JSON and text.
 * Knows nothing about files and rings, nor how such an event is written.
 *
 * One tracepoint, "Provider_L<level>K<keyword>", stands for all events of a
 * provider that have the same level and keyword; the event's name and those
 * of its fields are in each record:
 *
 *	struct uet_eh_tracepoint tracepoint;
 *	struct uet_eh_event event;
 *	struct uet_eh_cursor cursor;
 *	struct uet_eh_item item;
 *
 *	if (uet_eh_tracepoint_parse("Shop_L4K1", &tracepoint) ||
 *	    uet_eh_event_parse(&event, &tracepoint, data, size))
 *		return;
 *	uet_eh_begin(&cursor, &event);
 *	while (uet_eh_next(&cursor, &item) != UET_EH_END)
 *		...
 *
 * Nothing here allocates but for a struct uet_buffer that must grow, and
 * nothing is remembered between calls: any thread may decode, each with
 * structs of its own.  No byte outside of the event is read, whatever it
 * holds.  All views point into the event and live as long as its bytes.
 *
 * Source: the convention is that of github.com/microsoft/LinuxTracepoints,
 * eventheader.h.
 *
 * Since: 0.1.0
 */
#ifndef UET_EVENTHEADER_DECODE_H
#define UET_EVENTHEADER_DECODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <uet/collect_api.h>
#include <uet/decode.h>
#include <uet/eventheader_abi.h>
#include <uet/format.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Structs inside of structs: how many levels are decoded. */
#define UET_EH_DEPTH_MAX 8

/** Bytes of descriptions that are gone through in one event, those of an array's
 *  structs once for each: more than this, and a few bytes in each could make a
 *  small event as long as the square of its size.  So much of names is put into
 *  the paths of fieldAttributes, too. */
#define UET_EH_DESCRIPTIONS_MAX ((size_t)4 << 20)

/**
 * struct uet_eh_tracepoint - what a tracepoint's name says about its events.
 * @provider: who emits them; not NUL-terminated.
 * @level: 1 critical, 2 error, 3 warning, 4 information, 5 verbose; up to 255.
 * @keyword: a bit for each category of the provider's.
 * @options: all that stands behind the keyword, "Gmsft"; may be empty.
 * @group: the value of the option G; may be empty.
 *
 * Since: 0.1.0
 */
struct uet_eh_tracepoint {
	const char *provider;
	size_t provider_size;
	uint64_t keyword;
	const char *options;
	size_t options_size;
	const char *group;
	size_t group_size;
	uint8_t level;
};

/**
 * enum uet_eh_type - what a value is, from its encoding, format and length.
 * @UET_EH_TYPE_NULL: nothing: a counted field of length 0 whose format has no
 *	empty value.
 * @UET_EH_TYPE_UINT: value.u; ports, too, in the order of this machine.
 * @UET_EH_TYPE_INT: value.s; process ids, too.
 * @UET_EH_TYPE_HEX: value.u, to be written in hexadecimal.
 * @UET_EH_TYPE_BOOLEAN: value.s; 0 is false, 1 true, any other a number.
 * @UET_EH_TYPE_FLOAT: value.f; value.kind tells 4 bytes from 8.
 * @UET_EH_TYPE_ERRNO: value.s.
 * @UET_EH_TYPE_TIME: value.s, seconds since 1970-01-01T00:00:00 UTC.
 * @UET_EH_TYPE_TEXT: value.data and value.size, in the item's charset.
 * @UET_EH_TYPE_BYTES: value.data and value.size.
 * @UET_EH_TYPE_UUID: the same, 16 bytes, the most significant first.
 * @UET_EH_TYPE_IP: the same, 4 bytes or 16, the most significant first.
 *
 * A format that does not fit a value's size counts as unsigned (as bytes with
 * 128 bits), as text where the encoding is a string's, and as bytes where it
 * is UET_EH_ENCODING_BINARY.
 *
 * Since: 0.1.0
 */
enum uet_eh_type {
	UET_EH_TYPE_NULL,
	UET_EH_TYPE_UINT,
	UET_EH_TYPE_INT,
	UET_EH_TYPE_HEX,
	UET_EH_TYPE_BOOLEAN,
	UET_EH_TYPE_FLOAT,
	UET_EH_TYPE_ERRNO,
	UET_EH_TYPE_TIME,
	UET_EH_TYPE_TEXT,
	UET_EH_TYPE_BYTES,
	UET_EH_TYPE_UUID,
	UET_EH_TYPE_IP,
};

/**
 * enum uet_eh_charset - how the characters of a text are encoded; a byte-order
 * mark is no part of the text.
 *
 * Since: 0.1.0
 */
enum uet_eh_charset {
	UET_EH_LATIN1,
	UET_EH_UTF8,
	UET_EH_UTF16LE,
	UET_EH_UTF16BE,
	UET_EH_UTF32LE,
	UET_EH_UTF32BE,
};

/**
 * enum uet_eh_damage - why an event, or the rest of it, cannot be read.
 * uet_eh_damage_string() has them in words.
 *
 * Since: 0.1.0
 */
enum uet_eh_damage {
	UET_EH_DAMAGE_NONE,
	UET_EH_DAMAGE_FLAGS,	 /* flags that the convention does not have */
	UET_EH_DAMAGE_EXTENSION, /* one is cut, doubled or of a wrong size */
	UET_EH_DAMAGE_NO_FIELDS, /* the event has no description */
	UET_EH_DAMAGE_FIELD,	 /* a field's description is cut */
	UET_EH_DAMAGE_ENCODING,	 /* ... has an unknown encoding or flags */
	UET_EH_DAMAGE_DEPTH,	 /* more than UET_EH_DEPTH_MAX structs */
	UET_EH_DAMAGE_PAYLOAD,	 /* the event ends inside of a value */
	UET_EH_DAMAGE_REPEATED,	 /* more than UET_EH_DESCRIPTIONS_MAX */
};

/**
 * struct uet_eh_event - one event, taken apart up to its fields.
 * @tracepoint: as given.
 * @name: the event's name, without its attributes; not NUL-terminated.
 * @attributes: for uet_eh_attribute_next(); may be empty.
 * @activity: 16 bytes, the most significant first, or NULL.
 * @related_activity: the parent's, likewise.
 * @metadata: what describes the fields.
 * @payload: their values; padding at the end does no harm.
 * @id, @version, @tag, @opcode: 0 means none (an opcode: information).
 * @level: of the event itself.
 * @pointer_size: of the program that wrote it, 4 or 8 bytes.
 * @is_big_endian: so it is the other way round on most machines.
 * @damage: what is wrong with the part before the fields.
 *
 * Since: 0.1.0
 */
struct uet_eh_event {
	const struct uet_eh_tracepoint *tracepoint;
	const char *name;
	size_t name_size;
	const char *attributes;
	size_t attributes_size;
	const unsigned char *activity;
	const unsigned char *related_activity;
	const unsigned char *metadata;
	size_t metadata_size;
	const unsigned char *payload;
	size_t payload_size;
	uint16_t id;
	uint16_t tag;
	uint8_t version;
	uint8_t opcode;
	uint8_t level;
	uint8_t pointer_size;
	bool is_big_endian;
	enum uet_eh_damage damage;
};

/**
 * struct uet_eh_field - the description of a field.
 * @name: without its attributes; not NUL-terminated; NULL for none.
 * @attributes: for uet_eh_attribute_next(); may be empty.
 * @encoding: UET_EH_ENCODING_*, without flags.
 * @format: UET_EH_FORMAT_*, or an unknown one; of a struct the number of
 *	its fields.
 * @tag: the program's own, 0 means none.
 * @count: elements of an array of constant length, else 0.
 * @is_array: of constant or variable length.
 *
 * Since: 0.1.0
 */
struct uet_eh_field {
	const char *name;
	size_t name_size;
	const char *attributes;
	size_t attributes_size;
	uint16_t tag;
	uint16_t count;
	uint8_t encoding;
	uint8_t format;
	bool is_array;
};

/**
 * enum uet_eh_kind - what uet_eh_next() came to.
 * @UET_EH_END: there is nothing more.
 * @UET_EH_VALUE: a value; one of an array is an element.
 * @UET_EH_STRUCT_BEGIN: its fields follow, then UET_EH_STRUCT_END; it may have
 *	fewer fields than it says if it is the last of all.
 * @UET_EH_ARRAY_BEGIN: its elements follow, values or structs, then
 *	UET_EH_ARRAY_END.
 * @UET_EH_DAMAGED: the rest cannot be read; what came before is right, and only
 *	the ends of structs and arrays that are open follow.
 *
 * Since: 0.1.0
 */
enum uet_eh_kind {
	UET_EH_END,
	UET_EH_VALUE,
	UET_EH_STRUCT_BEGIN,
	UET_EH_STRUCT_END,
	UET_EH_ARRAY_BEGIN,
	UET_EH_ARRAY_END,
	UET_EH_DAMAGED,
};

/**
 * struct uet_eh_item - a step through an event.
 * @field: its description, until the cursor's next step; of UET_EH_DAMAGED the
 *	field at fault, without a name where that is not known.
 * @type, @charset, @value: of a value.
 * @index: of an element, from 0 on.
 * @count: elements of the array.
 * @is_element: the value or struct is one of an array.
 * @damage: of UET_EH_DAMAGED.
 *
 * Since: 0.1.0
 */
struct uet_eh_item {
	enum uet_eh_kind kind;
	enum uet_eh_type type;
	enum uet_eh_charset charset;
	enum uet_eh_damage damage;
	const struct uet_eh_field *field;
	uint32_t index;
	uint32_t count;
	bool is_element;
	struct uet_value value;
};

/**
 * struct uet_eh_cursor - where in an event one is.  The caller's, on its stack
 * for example; nothing is to be freed, and nothing in it is for the caller.
 *
 * Since: 0.1.0
 */
struct uet_eh_cursor {
	const struct uet_eh_event *event;
	const unsigned char *metadata;
	const unsigned char *metadata_end;
	const unsigned char *payload;
	const unsigned char *payload_end;
	struct uet_eh_field field;
	uint32_t count;
	uint32_t index;
	bool in_array;
	bool told;
	enum uet_eh_damage damage;
	size_t described;
	unsigned int depth;
	struct {
		struct uet_eh_field field;
		const unsigned char *first;
		const unsigned char *payload;
		uint32_t left;
		uint32_t count;
		uint32_t index;
		bool is_open;
	} levels[UET_EH_DEPTH_MAX];
	unsigned int n_skipped;
	struct {
		const unsigned char *from;
		const unsigned char *to;
	} skipped[8];
};

/**
 * struct uet_eh_attribute - one "name=value" of a field or an event.
 * @value: as it is written, with each ';' twice; uet_eh_attribute_value()
 *	undoes that.
 *
 * Since: 0.1.0
 */
struct uet_eh_attribute {
	const char *name;
	size_t name_size;
	const char *value;
	size_t value_size;
};

/**
 * uet_eh_tracepoint_parse() - take a tracepoint's name apart.
 * @name: NUL-terminated, and must outlive @out; "user_events:" or another
 *	system may stand in front, and ".HEX" behind it, as the kernel calls a
 *	multi-format event.
 * @out: receives what it says.
 *
 * Return: 0; -EINVAL if it is not such a name.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_eh_tracepoint_parse(const char *name,
					    struct uet_eh_tracepoint *out);

/**
 * uet_eh_format_offset() - ask whether a format is that of such a tracepoint.
 * @format: all of them have the fields u8 eventheader_flags, u8 version,
 *	u16 id, u16 tag, u8 opcode, u8 level, one behind the other, and no more.
 * @offset: receives where in a record the event begins; it goes on to the
 *	record's end.
 *
 * An event is of this convention if this and uet_eh_tracepoint_parse() say so.
 *
 * Return: 0; -EINVAL if it is not.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_eh_format_offset(const struct uet_format *format,
					 uint32_t *offset);

/**
 * uet_eh_event_parse() - find the parts of an event.
 * @event: receives them.
 * @tracepoint: of the event; must outlive @event.
 * @data: the bytes from the eventheader on, without any alignment.
 * @size: how many.
 *
 * An event that is damaged behind its first 8 bytes is no failure: @event has
 * what could be read, and uet_eh_next() says UET_EH_DAMAGED.
 *
 * Return: 0; -EINVAL if there are less than 8 bytes.
 * Since: 0.1.0
 */
UET_COLLECT_API int
uet_eh_event_parse(struct uet_eh_event *event,
		   const struct uet_eh_tracepoint *tracepoint, const void *data,
		   size_t size);

/**
 * uet_eh_begin() - go to an event's first field.  @event must outlive @cursor.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API void uet_eh_begin(struct uet_eh_cursor *cursor,
				  const struct uet_eh_event *event);

/**
 * uet_eh_next() - the next item.  Behind the last it is UET_EH_END for ever.
 *
 * Return: @item->kind.
 * Since: 0.1.0
 */
UET_COLLECT_API enum uet_eh_kind uet_eh_next(struct uet_eh_cursor *cursor,
					     struct uet_eh_item *item);

/**
 * uet_eh_find() - look a field up.
 * @event: where.
 * @path: its name, or that of a struct, a '.' and the name of a field in it, as
 *	deep as one likes; the first that has it counts.  Of an array of structs
 *	it is the first element's field.
 * @cursor: receives the place behind it: of a struct and an array go on with
 *	uet_eh_next().
 * @item: receives the value, or the beginning of a struct or an array; until
 *	@cursor moves on or away.
 *
 * Return: 0; -ENOENT if the event has no such field; -EBADMSG if it is damaged
 * before any.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_eh_find(const struct uet_eh_event *event,
				const char *path, struct uet_eh_cursor *cursor,
				struct uet_eh_item *item);

/**
 * uet_eh_attribute_next() - take the next attribute from a list.
 * @attributes: the list; begins behind the attribute afterwards.
 * @size: its bytes, likewise.
 * @out: receives the attribute.
 *
 * Return: whether there was one.
 * Since: 0.1.0
 */
UET_COLLECT_API bool uet_eh_attribute_next(const char **attributes,
					   size_t *size,
					   struct uet_eh_attribute *out);

/**
 * uet_eh_attribute_value() - an attribute's value without doubled ';'.
 * @to: room for @attribute->value_size bytes; gets no NUL.
 *
 * Return: how many bytes it is.
 * Since: 0.1.0
 */
UET_COLLECT_API size_t
uet_eh_attribute_value(const struct uet_eh_attribute *attribute, char *to);

/**
 * uet_eh_damage_string() - a damage in words, "its description is cut"; static,
 * never NULL.
 *
 * Since: 0.1.0
 */
UET_COLLECT_API const char *uet_eh_damage_string(enum uet_eh_damage damage);

/**
 * uet_eh_put_utf8() - append a text as UTF-8.
 * @buffer: gets the characters, as they are, without quotes.
 * @item: a value of UET_EH_TYPE_TEXT.
 *
 * What is no character of UTF-16 or UTF-32 (a surrogate alone, a number over
 * U+10FFFF, a unit that is cut) becomes U+FFFD; bytes that are not UTF-8 are
 * taken for Latin-1, as other decoders do.  The result is always UTF-8.
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_eh_put_utf8(struct uet_buffer *buffer,
				    const struct uet_eh_item *item);

/**
 * uet_eh_print_json_fields() - append the fields as members of an object.
 * @buffer: gets "\"name\":value,...", without the object's braces.
 * @event: of which event.
 * @damaged: receives the field at fault, without a name where that is not
 *	known; only set where *@damage is.
 * @damage: receives what is damaged, if anything.
 *
 * Structs are objects and arrays are arrays; an object that is damaged ends
 * with what could be read.  A field's tag stands behind its name,
 * "name;tag=0x1F".  Fields of the same name stay as they are.
 *
 *	unsigned, signed, pid, port	numbers
 *	boolean				true, false, other values as numbers
 *	float				with the fewest digits that read back as
 *					the same; "nan", "-nan", "inf", "-inf"
 *	hex				"0x1F", upper case, without zeros
 *	errno				"ENOENT(2)", "ERRNO(1234)"
 *	time				"2026-11-30T08:15:42", UTC; "TIME(n)" for
 *					what has no year of 32 bits
 *	text, characters		strings
 *	bytes				"01 ff", lower case
 *	UUID				"01020304-0506-0708-090a-0b0c0d0e0f10"
 *	IP address			"127.0.0.1", "::1"
 *	nothing				null
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_eh_print_json_fields(struct uet_buffer *buffer,
					     const struct uet_eh_event *event,
					     struct uet_eh_field *damaged,
					     enum uet_eh_damage *damage);

/**
 * uet_eh_print_json() - append a whole event as members of an object.
 * @buffer: gets "\"provider\":S,\"level\":N,...,\"fields\":{...}".
 *
 * In this order, and but for provider, level and fields only where there are
 * any: provider; level; keyword "0x1F"; opcode; id; version; tag "0x1F";
 * activity and relatedActivity as UUIDs; group; attributes, an object of the
 * event's; fields, as from uet_eh_print_json_fields(); fieldAttributes, an
 * object with an object of attributes for each field that has some, by its
 * path, "struct.field"; damaged, why and where the event could not be read.
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_eh_print_json(struct uet_buffer *buffer,
				      const struct uet_eh_event *event);

/**
 * uet_eh_print_text() - append a whole event as text of one line.
 * @buffer: gets "<level=4 keyword=0x1> name=value ...".
 *
 * In angle brackets stand, where there are any, level, keyword, opcode, id,
 * version, tag, activity, relatedActivity, group and the event's attributes;
 * likewise a field's tag and attributes behind its name, "time<unit=ms>=5",
 * what is damaged, "<damaged: ...>", and "<null>".  Structs are
 * "name={a=1 b=2}", arrays "[1,2]".  Strings, names included, and bytes stand
 * as uet_print_text() writes them, all else as in JSON, without quotes.
 *
 * Return: 0; -ENOMEM, then @buffer is as before.
 * Since: 0.1.0
 */
UET_COLLECT_API int uet_eh_print_text(struct uet_buffer *buffer,
				      const struct uet_eh_event *event);

#ifdef __cplusplus
}
#endif

#endif /* UET_EVENTHEADER_DECODE_H */
