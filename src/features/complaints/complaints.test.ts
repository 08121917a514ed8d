import type { FastifyRequest } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { openTestShop } from "../../../tests/support/test-shop.ts";
import { makeAdmin, signUp, type SignedUp } from "../../../tests/support/sign-up.ts";
import { listAdminChanges } from "../audit/contract.ts";
import { downloadData } from "../security/contract.ts";
import { shopFace } from "../shop/contract.ts";
import { changeSettings, readSettings } from "../shop/settings/contract.ts";
import * as contract from "./contract.ts";
import { deleteOldComplaints } from "./store.ts";

const SHOP_EMAIL = "shop@despensa.example";
const shop = await openTestShop({ SHOP_EMAIL, RATE_LIMIT: "on", SHOP_TIMEZONE: "America/Lima" });
const { pool } = shop.shop.database;
const admin = await makeAdmin(shop);
const IDENTITY = { legalName: "Bodega Sur S.A.C.", taxId: "20100070970", address: "Av. Arequipa 100\nLima" };

async function set(changes: object) {
  const { settings } = (await shop.call(readSettings, undefined, admin)).body.data;
  return shop.call(changeSettings, { changes, was: settings }, admin);
}

const filled = {
  name: "José Ñahui Peña",
  documentType: "DNI",
  documentNumber: "1234 5678",
  address: "Jr. Unión 200, Lima",
  phone: "+51 999 888 777",
  email: "jose@shop.example",
  good: "product",
  amount: 24.9,
  description: "Arroz de 5 kg",
  orderNumber: "7K2M9QXT4W3B",
  kind: "reclamo",
  detail: "La bolsa llegó rota.\nFaltaba la mitad.",
  request: "Quiero que me devuelvan el dinero.",
  accepted: true,
} as const;

let network = 0;
/** Files a sheet, each time from another network. */
const file = (fields: object = {}, key?: string, from = `10.1.${++network >> 8}.${network % 256}`) =>
  shop.app
    .inject({
      method: "POST",
      url: contract.fileComplaint.path,
      remoteAddress: from,
      headers: key ? { "idempotency-key": key } : {},
      payload: { ...filled, ...fields },
    })
    .then((answer) => ({ status: answer.statusCode, body: answer.json() }));
const idOf = async (number: string) => {
  const [serial, year] = number.split("-").map(Number);
  const { rows } = await pool.query<{ id: string }>("select id from complaint where serial = $1 and year = $2", [serial, year]);
  return rows[0]!.id;
};
const filedNow = async (fields: object = {}) => {
  const { sheet, key } = (await file(fields)).body.data as { sheet: contract.Sheet; key: string };
  return { sheet, key, _id: await idOf(sheet.number) };
};

test("the book is off until it is switched on, which needs a legal name, a RUC and an address", async () => {
  expect((await file()).status).toBe(404);
  expect((await shop.call(shopFace)).body.data).not.toHaveProperty("complaintsBook");
  expect((await shop.app.inject("/sitemap-shelves.xml")).body).not.toContain("libro-de-reclamaciones");
  for (const [field, value] of [
    ["legalName", ""],
    ["taxId", ""],
    ["taxId", "20100070971"],
    ["address", ""],
  ] as const) {
    const refused = await set({ ...IDENTITY, [field]: value, complaintsBook: true });
    expect([field, refused.status, refused.body.field]).toEqual([field, 400, field]);
    expect(refused.body.message).toMatch(new RegExp(`^${field} .*Libro de Reclamaciones$`));
  }
  expect((await set({ ...IDENTITY, complaintsBook: true })).status).toBe(200);
  expect((await shop.call(shopFace)).body.data.complaintsBook).toBe(true);
  expect((await shop.app.inject("/sitemap-shelves.xml")).body).toContain("/libro-de-reclamaciones</loc>");
  // While it is on, what it needs stays.
  expect((await set({ taxId: "" })).body).toMatchObject({ field: "taxId" });
});

describe("a sheet", () => {
  beforeAll(async () => void (await set({ ...IDENTITY, complaintsBook: true })));

  test("is filed under the next number and emailed to the consumer and the shop, with the PDF", async () => {
    const answer = await file({ email: "pdf@shop.example" });
    const { key, sheet } = answer.body.data as { key: string; sheet: contract.Sheet };
    expect([answer.status, answer.body.message]).toEqual([200, `Your complaint was filed as ${sheet.number}`]);
    expect(sheet).toMatchObject({
      number: expect.stringMatching(/^\d{9}-\d{4}$/),
      provider: { name: IDENTITY.legalName, ruc: IDENTITY.taxId, address: IDENTITY.address },
      documentNumber: "12345678",
      amount: 24.9,
      currency: "USD",
      parentName: "",
      emailed: true,
      answer: null,
    });
    expect((await shop.call(contract.readSheet, { key })).body.data).toEqual(sheet);
    const [copy, ...more] = await shop.emailsTo("pdf@shop.example");
    expect(more).toEqual([]);
    expect(copy?.subject).toBe(`Your complaint ${sheet.number}`);
    expect(copy?.text).toMatch(/We'll email you our answer by [^]*fifteen \(15\) working days/);
    expect(copy?.text).toContain(`Number: ${sheet.number}`);
    expect(copy?.text).toContain(`/libro-de-reclamaciones/hoja#${key}`);
    expect(copy?.attachments).toMatchObject([{ filename: `hoja-de-reclamacion-${sheet.number}.pdf`, mimeType: "application/pdf" }]);
    const [toShop] = await shop.emailsTo(SHOP_EMAIL);
    expect(toShop?.text).toMatch(/José Ñahui Peña[^]*Faltaba la mitad\.[^]*fifteen \(15\) working days/);
    expect(toShop).toMatchObject({ subject: `Complaint ${sheet.number}`, replyTo: [{ address: "pdf@shop.example" }] });
    expect(toShop?.text).not.toContain(key);
  });

  test("is a PDF, on several pages if its texts are long", async () => {
    const { key } = await filedNow({ detail: "ñandú\n".repeat(400) });
    const answer = await shop.app.inject(`${contract.sheetPdf.path}?key=${key}`);
    expect(answer).toMatchObject({ statusCode: 200, headers: { "content-type": "application/pdf" } });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe("%PDF-");
    expect(answer.rawPayload.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(5);
    expect((await shop.app.inject(`${contract.sheetPdf.path}?key=${"0".repeat(32)}`)).statusCode).toBe(404);
  });

  test("numbers have no gaps, whoever files at the same time and whatever fails", async () => {
    const { sheet } = await filedNow();
    const first = Number(sheet.number.slice(0, 9));
    await pool.query("alter table complaint add constraint broken check (name <> 'Broken')");
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => file({ name: n % 3 === 0 ? "Broken" : `Ana ${n}` })));
    await pool.query("alter table complaint drop constraint broken");
    expect(answers.filter(({ status }) => status === 500)).toHaveLength(4);
    const numbers = answers.flatMap(({ body }) => (body.success ? [Number(body.data.sheet.number.slice(0, 9))] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 8 }, (_, n) => first + 1 + n));
  });

  test("is filed once per key, even by two requests at a time, and another body with that key is a 422", async () => {
    const key = "3f0c6f6e-7c1a-4c52-9f5d-2f6f1f5f7a10";
    const email = "once@shop.example";
    const answers = await Promise.all([file({ email }, key), file({ email }, key)]);
    const again = await file({ email }, key);
    const numbers = [...answers, again].map(({ body }) => body.data.sheet.number as string);
    expect(new Set(numbers).size).toBe(1);
    expect(again.body.data.key).toBe(answers[0]?.body.data.key);
    expect(await shop.emailsTo(email)).toHaveLength(1);
    expect((await file({ email, detail: "Something else" }, key)).status).toBe(422);
  });

  test("a key belongs to its consumer, so that two people who choose the same one file two sheets", async () => {
    const sheets = [
      await file({ email: "ana@shop.example" }, "1"),
      await file({ email: "ben@shop.example" }, "1"),
      await file({ email: "ana@shop.example", documentNumber: "87654321" }, "1"),
      await file({ email: "Ana@shop.example" }, "2"),
    ];
    expect(sheets.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(sheets.map(({ body }) => body.data.sheet.number)).size).toBe(4);
  });

  test.each([
    ["name", " ", "name is required"],
    ["documentType", "visa", "documentType must be DNI, CE, passport or RUC"],
    ["documentNumber", "1234567", "documentNumber must be the 8 digits of a DNI"],
    ["address", "", "address is required"],
    ["phone", "call me", "phone must be a phone number"],
    ["email", "nobody", "email is not a valid email address"],
    ["email", "a@b.example\r\nBcc: c@d.example", "email is not a valid email address"],
    ["good", "boat", "good must be product or service"],
    ["amount", -1, "amount"],
    ["amount", 0.001, "amount has more than two decimals"],
    ["amount", 99_999_999, "amount is too large"],
    ["description", "", "description is required"],
    ["orderNumber", "x".repeat(41), "orderNumber"],
    ["kind", "angry", "kind must be reclamo or queja"],
    ["detail", "x".repeat(2501), "detail"],
    ["request", " \n ", "request is required"],
    ["accepted", false, "accepted must be true"],
  ])("is refused when %s is %j", async (field, value, message) => {
    const { status, body } = await file({ [field]: value });
    expect([status, body.message.startsWith(message)], body.message).toEqual([400, true]);
  });

  test("a passport, a foreign resident's card or a RUC will do, and no amount has to be claimed", async () => {
    for (const [documentType, documentNumber] of [
      ["passport", "ab-123456"],
      ["CE", "001234567"],
      ["RUC", "20100070970"],
    ])
      expect((await file({ documentType, documentNumber, amount: null })).body.data?.sheet).toMatchObject({ documentType, amount: null });
    expect((await file({ documentType: "RUC", documentNumber: "20100070971" })).body.message).toBe(
      "documentNumber must be a RUC of 11 digits",
    );
  });

  test("the copies emailed to an address are limited per day, but every complaint is accepted", async () => {
    const email = "victim@shop.example";
    const filings: { emailed: boolean }[] = [];
    for (let n = 0; n < 13; n++) {
      const ip = `203.0.113.${n < 8 ? 100 : 100 + n}`;
      filings.push((await file({ email, detail: `Number ${n}` }, undefined, ip)).body.data.sheet);
    }
    const [fromOneNetwork, fromOthers] = [filings.slice(0, 8), filings.slice(8)].map(
      (some) => some.filter(({ emailed }) => emailed).length,
    );
    expect({ fromOneNetwork, fromOthers }).toEqual({ fromOneNetwork: 6, fromOthers: 4 });
    expect(await shop.emailsTo(email)).toHaveLength(10);
  });

  test("a network that opened too many sheets is refused without waiting for uncached work", async () => {
    const { key } = await filedNow();
    const from = "10.2.0.1";
    const { promise: untilFreed, resolve: free } = Promise.withResolvers<void>();
    const callOf = (ip: string) => shop.shop.shedding.queueUncached({ ip } as FastifyRequest, () => untilFreed);
    const others = Promise.allSettled([1, 2, 3, 4].map((n) => callOf(`10.3.0.${n}`)));
    const end = Date.now() + 600_000;
    await pool.query("insert into rate_limit (key, points, expire) values ($1, 120, $2)", [`complaint-sheet:${from}`, end]);
    for (const { path } of [contract.sheetPdf, contract.readSheet]) {
      const answer = await shop.app.inject({ url: `${path}?key=${key}`, remoteAddress: from });
      expect([path, answer.statusCode]).toEqual([path, 429]);
    }
    free();
    await others;
  });

  test("complaints per network and hour are limited", async () => {
    const answers: number[] = [];
    for (let n = 0; n < 21; n++) answers.push((await file({}, undefined, "203.0.113.7")).status);
    expect(answers).toEqual([...Array<number>(20).fill(200), 429]);
  });

  test("the email to an address that anyone may have typed repeats no other text that was typed", async () => {
    const texts = ["name", "address", "phone", "parentName", "description", "orderNumber", "detail", "request"];
    const email = "victim-of-texts@shop.example";
    await filedNow({ ...Object.fromEntries(texts.map((field) => [field, `evil-${field}`])), phone: "+51 900 666 666", email });
    const [copy] = await shop.emailsTo(email);
    expect(copy?.attachments).toHaveLength(1);
    expect(`${copy?.subject}${copy?.text}${copy?.html}`).not.toMatch(/evil|666|1234 ?5678|24\.90/);
  });

  test("the texts of strangers stay texts, in the email and the spreadsheet", async () => {
    const name = '=HYPERLINK("https://evil.example")<img src=x onerror=alert(1)>';
    const { sheet } = await filedNow({ name, email: "texts@shop.example" });
    const toShop = (await shop.emailsTo(SHOP_EMAIL)).find(({ subject }) => subject === `Complaint ${sheet.number}`);
    expect(toShop?.html).toContain("evil.example");
    expect(toShop?.html).not.toContain("<img");
    const csv = await shop.app.inject({ url: contract.exportComplaints.path, headers: { authorization: `Bearer ${admin.token}` } });
    expect(csv.headers["content-type"]).toContain("text/csv");
    const row = csv.body.split("\r\n").find((one) => one.startsWith(sheet.number));
    expect(row).toContain(`"'=HYPERLINK(""https://evil.example"")`);
    // One complaint per row, line breaks within quotes aside.
    expect(csv.body).toContain('"La bolsa llegó rota.\nFaltaba la mitad."');
    expect(csv.body).toContain("'+51 999 888 777");
  });
});

describe("in the back office", () => {
  let mara: SignedUp;
  const get = async (_id: string) =>
    (await shop.call(contract.getComplaint, undefined, { ...mara, params: { complaintId: _id } })).body.data;
  beforeAll(async () => {
    await set({ ...IDENTITY, complaintsBook: true });
    mara = await signUp(shop, { name: "Mara", role: "MANAGER" });
  });

  test("open complaints are listed by how long they have been waiting, with the working days left", async () => {
    await pool.query("delete from complaint");
    const [late, soon] = [await filedNow(), await filedNow()];
    await pool.query("update complaint set due_on = (now() at time zone 'America/Lima')::date - 1 where id = $1", [late._id]);
    const { data, waiting } = (await shop.call(contract.listComplaints, {}, mara)).body;
    expect(data.map(({ _id, left }: contract.ComplaintRow) => [_id, left])).toEqual([
      [late._id, { days: expect.any(Number), overdue: true }],
      [soon._id, { days: 15, overdue: false }],
    ]);
    expect(waiting).toEqual({ open: 2, overdue: 1 });
    expect((await shop.call(contract.countWaiting, undefined, mara)).body.data).toEqual(waiting);
  });

  test("an answer is recorded and emailed once, even if two managers send one", async () => {
    const { _id, sheet } = await filedNow({ email: "answered@shop.example" });
    const another = await signUp(shop, { role: "MANAGER" });
    const text = "Te devolvemos el dinero.\n\nGracias.";
    const answers = await Promise.all([mara, another].map((who) => shop.call(contract.answerComplaint, { _id, text }, who)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const emails = (await shop.emailsTo("answered@shop.example")).filter(({ subject }) => subject?.startsWith("Our answer"));
    expect(emails).toMatchObject([
      { subject: `Our answer to your complaint ${sheet.number}`, attachments: [{ mimeType: "application/pdf" }] },
    ]);
    expect(emails[0]?.text).toContain("Te devolvemos el dinero.\n\nGracias.");
    const complaint = await get(_id);
    expect(complaint).toMatchObject({ left: null, sheet: { answer: { text } } });
    expect(complaint.timeline.map(({ what }: { what: string }) => what)).toEqual(["filed", "answered"]);
    const { body } = await shop.call(listAdminChanges, { kind: "complaint", id: _id }, mara);
    expect(body.data).toMatchObject([{ action: "answered", thingName: sheet.number, after: {} }]);
    expect((await shop.call(contract.answerComplaint, { _id: "0".repeat(32), text }, mara)).status).toBe(404);
  });

  test("the shop is reminded once, three working days before the end", async () => {
    await pool.query("delete from complaint");
    const [due, later] = [await filedNow(), await filedNow()];
    await pool.query("update complaint set due_on = (now() at time zone 'America/Lima')::date where id = $1", [due._id]);
    const remind = async () => {
      const { tasksOf } = await import("#start/background-work.ts");
      const [task] = tasksOf(shop.shop).filter(({ name }) => name === "complaints.remind");
      // oxlint-disable-next-line typescript/no-explicit-any -- it uses nothing of the library
      await task!.execute({ id: "0", data: {} }, undefined as any);
    };
    await Promise.all([remind(), remind()]);
    await remind();
    const reminders = (await shop.emailsTo(SHOP_EMAIL)).filter(({ subject }) => subject?.includes("due soon"));
    expect(reminders.map(({ subject }) => subject)).toEqual(["A complaint is due soon"]);
    expect(reminders[0]?.text).toMatch(new RegExp(`${due.sheet.number}.*Due today`));
    expect(reminders[0]?.text).not.toContain(later.sheet.number);
    expect((await get(due._id)).timeline.map(({ what }: { what: string }) => what)).toEqual(["filed", "reminded"]);
  });
});

test("sheets are stored for two years after their answer, and unanswered ones for good", async () => {
  await set({ ...IDENTITY, complaintsBook: true });
  await pool.query("delete from complaint");
  const [old, recent, open] = [await filedNow(), await filedNow(), await filedNow()];
  const answered = "update complaint set answered_at = now() - $2::interval, answer = 'Yes', answered_by = $3 where id = $1";
  await pool.query(answered, [old._id, "2 years 1 day", admin.user._id]);
  await pool.query(answered, [recent._id, "1 year 364 days", admin.user._id]);
  await pool.query("update complaint set created_at = now() - interval '3 years' where id = $1", [open._id]);
  await deleteOldComplaints(shop.shop.database.db);
  const { rows } = await pool.query<{ id: string }>("select id from complaint order by id");
  expect(rows.map(({ id }) => id)).toEqual([recent._id, open._id]);
});

test("people find the complaints of their confirmed address in their data, and nobody else's", async () => {
  await set({ ...IDENTITY, complaintsBook: true });
  const person = await signUp(shop);
  await filedNow({ email: person.user.email.toUpperCase() });
  const read = async () => (await shop.call(downloadData, undefined, person)).body.data.complaints;
  expect(await read()).toEqual([]);
  // Its link was opened, but by someone who may not know the password.
  await pool.query("update user_account set verify_email = true where id = $1", [person.user._id]);
  expect(await read()).toEqual([]);
  await pool.query("update user_account set owner_confirmed = true where id = $1", [person.user._id]);
  const [mine] = await read();
  expect(mine).toMatchObject({ name: filled.name });
  expect(mine).not.toHaveProperty("key");
});
