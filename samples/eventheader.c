/* SPDX-License-Identifier: MIT */
/*
 * Events that describe themselves, for the tools that know the EventHeader
 * convention: one activity with a beginning, a step and an end.
 *
 *	cc eventheader.c $(pkg-config --cflags --libs uet) -o eventheader
 *	uet record -- ./eventheader
 */
#include <arpa/inet.h>
#include <errno.h>

#include <uet/activity.h>
#include <uet/eventheader.h>

#define KEYWORD_ORDERS 0x1
#define KEYWORD_NETWORK 0x2

UET_PROVIDER(shop, "Sample_Shop");

UET_EH_EVENT(begun, shop, "OrderBegun", UET_EH_INFORMATION, KEYWORD_ORDERS,
	     UET_EH_OPCODE(UET_EH_OPCODE_START), UET_EH_ACTIVITY,
	     UET_EH_STR(customer));
UET_EH_EVENT(paid, shop, "Paid", UET_EH_VERBOSE, KEYWORD_NETWORK,
	     UET_EH_ACTIVITY, UET_EH_IP4(bank), UET_EH_PORT(port),
	     UET_EH_ERRNO(error));
UET_EH_EVENT(done, shop, "OrderDone", UET_EH_INFORMATION, KEYWORD_ORDERS,
	     UET_EH_OPCODE(UET_EH_OPCODE_STOP), UET_EH_ACTIVITY,
	     UET_EH_SEQUENCE(UET_EH_U32(prices)), UET_EH_STRUCT(address, 2),
	     UET_EH_STR(city), UET_EH_U32(zip), UET_EH_JSON(basket));

static void order(const char *customer)
{
	const uint32_t prices[] = { 1999, 250 };
	unsigned char id[UET_ACTIVITY_SIZE];

	uet_activity_new(id);
	UET_EH_TRACE(begun, id, customer);
	UET_EH_TRACE(paid, id, htonl(0x7f000001), htons(443), ETIMEDOUT);
	UET_EH_TRACE(done, id, prices, 2, "Berlin", 10115,
		     "{\"book\": 1, \"pen\": 1}");
}

int main(void)
{
	order("Ada");
	order("Grace");
	return 0;
}
