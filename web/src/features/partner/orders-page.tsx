import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { StatusMark } from "@/ui/status-mark";
import { ConfirmDate } from "./confirm-date";
import {
  dayOf,
  meaningOfOrder,
  ordersQuery,
  partOf,
  promisedOf,
  type Order,
} from "./orders";
import { PartnerList, type Column } from "./partner-list";
import { usePartnerTexts } from "./texts";

/** What a supplier has to deliver, the nearest date first, and what it has delivered lately. */
export function OrdersPage() {
  const t = usePartnerTexts();
  const [tab, setTab] = useState<"open" | "delivered">("open");
  const [chosen, setChosen] = useState<Order | null>(null);
  const query = useQuery(ordersQuery(tab === "delivered"));

  const columns = useMemo((): Column<Order>[] => {
    const text = (key: keyof Order & Parameters<typeof t>[0]) => ({
      key,
      title: t(key),
      cell: (order: Order) => String(order[key]),
    });
    return [
      text("orderNo"),
      text("factory"),
      text("mouldNo"),
      { key: "part", title: t("part"), cell: partOf },
      text("operation"),
      text("batch"),
      { ...text("quantity"), isNumeric: true },
      {
        key: "ordered",
        title: t("ordered"),
        cell: (order) => dayOf(order.ordered, order.zone),
      },
      {
        key: "promised",
        title: t("promised"),
        cell: (order) => <Promised order={order} />,
      },
      ...(tab === "delivered"
        ? [
            {
              key: "received",
              title: t("received"),
              cell: (order: Order) => dayOf(order.received, order.zone),
            },
          ]
        : []),
      {
        key: "state",
        title: t("state"),
        cell: (order) => <State order={order} />,
      },
      ...(tab === "open"
        ? [
            {
              key: "act",
              title: "",
              cell: (order: Order) => (
                <Act order={order} onChoose={setChosen} />
              ),
            },
          ]
        : []),
    ];
  }, [t, tab]);

  return (
    <PartnerList
      title={t("orders")}
      about={(company) => t("ordersFrom", { company })}
      tabs={[
        {
          key: "open",
          title: t("open"),
          empty: t("noOrders"),
          states: {
            toConfirm: t("state_toConfirm"),
            confirmed: t("state_confirmed"),
            overdue: t("state_overdue"),
          },
        },
        { key: "delivered", title: t("delivered"), empty: t("noDelivered") },
      ]}
      active={tab}
      onTab={setTab}
      query={query}
      searchHint={t("searchOrders")}
      textOf={(order) => `${order.orderNo} ${order.mouldNo} ${partOf(order)}`}
      keyOf={({ id }) => id}
      columns={columns}
      card={(order) => <Card order={order} onChoose={setChosen} />}
    >
      {chosen && (
        <ConfirmDate
          key={chosen.id}
          order={chosen}
          onClose={() => setChosen(null)}
        />
      )}
    </PartnerList>
  );
}

function Promised({ order }: { order: Order }) {
  const t = usePartnerTexts();
  return (
    <span className={order.state === "overdue" ? "partner-late" : ""}>
      {promisedOf(order) || <span className="soft">{t("notPromised")}</span>}
    </span>
  );
}

function State({ order }: { order: Order }) {
  const t = usePartnerTexts();
  return (
    <>
      <StatusMark meaning={meaningOfOrder[order.state]}>
        {t(`state_${order.state}`)}
      </StatusMark>
      {order.remark && (
        <small className="partner-remark" title={order.remark}>
          {order.remark}
        </small>
      )}
    </>
  );
}

interface ActProps {
  order: Order;
  onChoose: (order: Order) => void;
}

/** What is not confirmed asks for it; what is can still be changed. */
function Act({ order, onChoose }: ActProps) {
  const t = usePartnerTexts();
  const words = order.confirmed ? "change" : "confirm";
  return (
    <Button
      type={order.confirmed ? "default" : "primary"}
      size="small"
      aria-label={t(`${words}Of`, { order: order.orderNo })}
      onClick={() => onChoose(order)}
    >
      {t(words)}
    </Button>
  );
}

function Card({ order, onChoose }: ActProps) {
  const t = usePartnerTexts();
  return (
    <article className="partner-card" data-state={order.state}>
      <header>
        <b>{order.orderNo}</b>
        <State order={order} />
      </header>
      <p>
        {order.mouldNo} / {partOf(order)}
      </p>
      <dl className="numbers">
        <dt>{t("operation")}</dt>
        <dd>{order.operation}</dd>
        <dt>{t("quantity")}</dt>
        <dd>
          {t("pieces", { count: order.quantity })}
          {order.batch && ` · ${t("batch")} ${order.batch}`}
        </dd>
        <dt>{t("factory")}</dt>
        <dd>{order.factory}</dd>
        <dt>{t("ordered")}</dt>
        <dd>{dayOf(order.ordered, order.zone)}</dd>
        <dt>{t("promised")}</dt>
        <dd>
          <Promised order={order} />
        </dd>
        {order.received && (
          <>
            <dt>{t("received")}</dt>
            <dd>{dayOf(order.received, order.zone)}</dd>
          </>
        )}
      </dl>
      {order.state !== "delivered" && <Act order={order} onChoose={onChoose} />}
    </article>
  );
}
