import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/api/call";
import { badgeCap } from "@/ui/sizes";

export interface Message {
  messageId: string;
  /** One line of HTML. */
  msgHeader: string;
  title: string;
  content: string;
  path: string;
  sender: string;
  sendTime: string;
  read: boolean;
}

interface MessagePage {
  rows: Message[];
  total: number;
  unread: number;
}

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
      await call<{ count: number }>("POST", "bms/msg/getUserMsgNum.do", {
        body: {},
      })
    ).count,
  meta: { quiet: true },
});

export const messagesQuery = (choice: MessageChoice) =>
  queryOptions({
    queryKey: ["messages", "list", choice],
    queryFn: () =>
      call<MessagePage>("POST", "bms/msg/getUserMsgList.do", { body: choice }),
    placeholderData: keepPreviousData,
  });

export interface NewsItem {
  newsId: string;
  title: string;
  content: string;
  publisher: string;
  publishTime: string;
}

export const newsQuery = queryOptions({
  queryKey: ["home", "news"],
  queryFn: () =>
    call<NewsItem[] | null>("POST", "bms/sys/news/getPlatformNews.do", {
      body: {},
    }),
});

/** What the header shows of the messages. */
export const latestMessages = { page: 1, size: 8, unread: true, q: "" };

function useChange<Wanted>(path: string, bodyOf: (wanted: Wanted) => unknown) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      call("POST", `bms/msg/${path}`, { body: bodyOf(wanted) }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["messages"] }),
  });
}

export const everything = "*";

/** Some messages by a comma list, or everything. */
export const useReadMessages = () =>
  useChange("readUserMsg.do", (messageIds: string) =>
    messageIds === everything ? { all: true } : { messageIds },
  );

export const useRemoveMessages = () =>
  useChange("removeUserMsg.do", (messageIds: string) => ({ messageIds }));

/** Three digits are more than a badge can hold. */
export const badge = (count: number) =>
  count >= badgeCap ? `${badgeCap - 1}+` : String(count);
