import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/api/call";
import type { Schema } from "@/api/contract";
import { badgeCap } from "@/ui/sizes";

export type Message = Schema<"MessageView">;

export interface MessageChoice {
  page: number;
  size: number;
  unread: boolean;
  q: string;
}

/** Where messages are managed; pushes lead there as well. */
export const messagePath = "/comm/messageNotice/messageManagement";

export const unreadQuery = queryOptions({
  queryKey: ["messages", "unread"],
  queryFn: async () =>
    (
      await call("POST", "bms/msg/getUserMsgNum.do", {
        body: {},
      })
    ).count,
  meta: { quiet: true },
});

export const messagesQuery = (choice: MessageChoice) =>
  queryOptions({
    queryKey: ["messages", "list", choice],
    queryFn: () => call("POST", "bms/msg/getUserMsgList.do", { body: choice }),
    placeholderData: keepPreviousData,
  });

export type NewsItem = Schema<"MessageNewsView">;

export const newsQuery = queryOptions({
  queryKey: ["home", "news"],
  queryFn: () =>
    call("POST", "bms/sys/news/getPlatformNews.do", {
      body: {},
    }),
});

/** What the header shows of the messages. */
export const latestMessages = { page: 1, size: 8, unread: true, q: "" };

function useChange(change: (wanted: string) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: ["messages"] }),
  });
}

export const everything = "*";

/** Some messages by a comma list, or everything. */
export const useReadMessages = () =>
  useChange((messageIds) =>
    call("POST", "bms/msg/readUserMsg.do", {
      body: messageIds === everything ? { all: true } : { messageIds },
    }),
  );

export const useRemoveMessages = () =>
  useChange((messageIds) =>
    call("POST", "bms/msg/removeUserMsg.do", { body: { messageIds } }),
  );

/** Three digits are more than a badge can hold. */
export const badge = (count: number) =>
  count >= badgeCap ? `${badgeCap - 1}+` : String(count);
