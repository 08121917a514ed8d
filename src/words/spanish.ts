import account from "./es/account.json" with { type: "json" };
import addresses from "./es/addresses.json" with { type: "json" };
import audit from "./es/audit.json" with { type: "json" };
import backOffice from "./es/back-office.json" with { type: "json" };
import cart from "./es/cart.json" with { type: "json" };
import catalogue from "./es/catalogue.json" with { type: "json" };
import common from "./es/common.json" with { type: "json" };
import complaints from "./es/complaints.json" with { type: "json" };
import contact from "./es/contact.json" with { type: "json" };
import coupons from "./es/coupons.json" with { type: "json" };
import customers from "./es/customers.json" with { type: "json" };
import dashboard from "./es/dashboard.json" with { type: "json" };
import delivery from "./es/delivery.json" with { type: "json" };
import emails from "./es/emails.json" with { type: "json" };
import invitations from "./es/invitations.json" with { type: "json" };
import lists from "./es/lists.json" with { type: "json" };
import messages from "./es/messages.json" with { type: "json" };
import orders from "./es/orders.json" with { type: "json" };
import papers from "./es/papers.json" with { type: "json" };
import payments from "./es/payments.json" with { type: "json" };
import pick from "./es/pick.json" with { type: "json" };
import push from "./es/push.json" with { type: "json" };
import reports from "./es/reports.json" with { type: "json" };
import reset from "./es/reset.json" with { type: "json" };
import search from "./es/search.json" with { type: "json" };
import security from "./es/security.json" with { type: "json" };
import server from "./es/server.json" with { type: "json" };
import shop from "./es/shop.json" with { type: "json" };
import site from "./es/site.json" with { type: "json" };
import staff from "./es/staff.json" with { type: "json" };

/** The texts of the shop in Spanish (Peru), by their English ones; of plurals both forms, by the English singular. */
export const spanish = {
  ...account,
  ...addresses,
  ...audit,
  ...backOffice,
  ...cart,
  ...catalogue,
  ...common,
  ...complaints,
  ...contact,
  ...coupons,
  ...customers,
  ...dashboard,
  ...delivery,
  ...emails,
  ...invitations,
  ...lists,
  ...messages,
  ...orders,
  ...papers,
  ...payments,
  ...pick,
  ...push,
  ...reports,
  ...reset,
  ...search,
  ...security,
  ...server,
  ...shop,
  ...site,
  ...staff,
};
