import { login, logout, register, userDetails } from "#features/account/contract.ts";
import { listAddresses } from "#features/addresses/contract.ts";
import { home, listCategories, listSubCategories } from "#features/catalogue/contract.ts";
import { forgotPassword, resetPassword, verifyForgotPasswordOtp } from "#features/reset/contract.ts";
import type { Endpoint } from "#shared/endpoint.ts";
import { paths } from "#web/paths.ts";
import { atCheckout, putIntoCart } from "./payer.ts";
import { expect, holdScripts, neverRetried, PHONE, test } from "./shop.ts";
import { addressOf, assertUnsaid, buys, cartButton, newShopper, signedIn, toast, useTokens } from "./shopper.ts";

test("NAV-3 ACC-1 the login button works once email and password are filled", async ({ shop, page }) => {
  await shop.open("/login");
  const press = page.getByRole("main").getByRole("button", { name: "Login" });
  await expect(press).toBeDisabled();
  await page.getByLabel("Email").fill("a");
  await expect(press).toBeDisabled();
  await page.getByLabel("Password", { exact: true }).fill("b");
  await expect(press).toBeEnabled();
  await shop.assertAccessible();
  await page.setViewportSize({ width: 320, height: 700 });
  await shop.assertFits();
});

test("what is typed before a page's scripts run is kept, and submitting it too early loses nothing", async ({ shop, page }) => {
  const shopper = await newShopper(shop);
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  const button = page.getByRole("main").getByRole("button", { name: "Login", exact: true });
  await expect(button).toBeDisabled();
  // Like Enter in a browser that submits even with a disabled button.
  await page.locator("main form").evaluate((form: HTMLFormElement) => form.requestSubmit());
  scripts.resolve();
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page).toHaveURL("/");
});

test("ACC-8 STAT-9 login stores both tokens, loads the user and goes home; logout clears everything but the browser's preferences", async ({
  shop,
  page,
}) => {
  const shopper = await newShopper(shop);
  await shop.open("/login");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await page.evaluate(() => localStorage.setItem("still-placeholder", "yes"));
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill(shopper.password);
  await page.keyboard.press("Enter");
  await expect(toast(page, "Welcome, Ana Torres")).toBeVisible();
  await expect(page).toHaveURL("/");
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  expect(stored).toMatchObject({ accesstoken: expect.stringMatching(/^ey/), refreshToken: expect.any(String) });

  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByRole("menu")).toContainText("Ana Torres");
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await expect(toast(page, "You are logged out")).toBeVisible();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  expect(await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))).toEqual({
    theme: "dark",
    "still-placeholder": "yes",
  });
  // The session has ended on the server, too.
  const refused = await page.request.post("/api/user/refresh-token", { headers: { authorization: `Bearer ${stored["refreshToken"]}` } });
  expect(refused.status()).toBe(401);
});

test("STAT-8 a wrong password shows the server's message", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/401/);
  const shopper = await newShopper(shop);
  await shop.open("/login");
  await page.getByLabel("Email").fill(shopper.email);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("main").getByRole("button", { name: "Login" }).click();
  await expect(toast(page, "Wrong email or password")).toBeVisible();
  await expect(page).toHaveURL("/login");
});

test("STAT-8 login, registration and the password steps show the message of a body with the error flag", async ({ shop, page }) => {
  /** Answers a call with status 200 and a refusal in the body. */
  const refuse = ({ path }: Endpoint) =>
    page.route(`**${path}`, (route) => route.fulfill({ json: { success: false, error: true, message: `Refused by ${path}` } }));
  const accept = async ({ path }: Endpoint) => {
    await page.unroute(`**${path}`);
    await page.route(`**${path}`, (route) => route.fulfill({ json: { success: true, error: false, message: "Done" } }));
  };
  const isRefused = ({ path }: Endpoint) => expect(toast(page, `Refused by ${path}`)).toBeVisible();
  const main = page.getByRole("main");

  await refuse(login);
  await shop.open("/login");
  await main.getByLabel("Email").fill("ana@shop.example");
  await main.getByLabel("Password", { exact: true }).fill("a basket of figs");
  await main.getByRole("button", { name: "Login" }).click();
  await isRefused(login);
  await expect(page).toHaveURL("/login");

  await refuse(register);
  await shop.open("/register");
  await main.getByLabel("Name").fill("Luis Vega");
  await main.getByLabel("Email").fill("luis@shop.example");
  for (const field of ["Password", "Confirm Password"]) await main.getByLabel(field, { exact: true }).fill("a basket of figs");
  await main.getByRole("button", { name: "Register" }).click();
  await isRefused(register);
  await expect(page).toHaveURL("/register");

  await refuse(forgotPassword);
  await shop.open("/forgot-password");
  await main.getByLabel("Email").fill("ana@shop.example");
  await main.getByRole("button", { name: "Send code" }).click();
  await isRefused(forgotPassword);
  await accept(forgotPassword);
  await main.getByRole("button", { name: "Send code" }).click();
  await expect(page).toHaveURL("/verification-otp");

  // The sixth digit sends the code.
  const firstBox = page.getByRole("group", { name: "Code" }).getByRole("textbox").first();
  await refuse(verifyForgotPasswordOtp);
  await firstBox.click();
  await page.keyboard.type("123456");
  await isRefused(verifyForgotPasswordOtp);
  await expect(page).toHaveURL("/verification-otp");
  await accept(verifyForgotPasswordOtp);
  await firstBox.click();
  await page.keyboard.type("123456");
  await expect(page).toHaveURL("/reset-password");

  await refuse(resetPassword);
  for (const field of ["New Password", "Confirm Password"]) await main.getByLabel(field).fill("another basket");
  await main.getByRole("button", { name: "Change Password" }).click();
  await isRefused(resetPassword);
  await expect(page).toHaveURL("/reset-password");
});

test("NAV-3 ACC-2 registration requires all four fields and matching passwords", async ({ shop, page }) => {
  await shop.open("/register");
  const press = page.getByRole("button", { name: "Register" });
  await expect(press).toBeDisabled();
  await page.getByLabel("Name").fill("Luis Vega");
  await page.getByLabel("Email").fill("luis@shop.example");
  await page.getByLabel("Password", { exact: true }).fill("a basket of figs");
  await expect(press).toBeDisabled();
  await page.getByLabel("Confirm Password").fill("a basket of fig");
  await press.click();
  await expect(page.getByText("password and confirm password must be same")).toBeVisible();
  await expect(page.getByLabel("Confirm Password")).toBeFocused();
  // All errors are shown at once.
  await page.getByLabel("Email").fill("luis@shop.p");
  await page.getByLabel("Password", { exact: true }).fill("figs");
  await press.click();
  for (const told of ["Enter a valid email address", "Use at least 8 characters.", "password and confirm password must be same"]) {
    await expect(page.getByText(told)).toBeVisible();
  }
  await shop.assertAccessible();
  await page.setViewportSize({ width: 320, height: 700 });
  await shop.assertFits();
});

test("a weak password is refused next to its field and in a toast", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/400/);
  await shop.open("/register");
  await page.getByLabel("Name").fill("Luis Vega");
  await page.getByLabel("Email").fill("luis@shop.example");
  for (const field of ["Password", "Confirm Password"]) await page.getByLabel(field, { exact: true }).fill("password");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(toast(page, "That password is too common. Choose another.")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/^That password is too common/);
});

test("a password can be shown and hidden", async ({ shop, page }) => {
  await shop.open("/login");
  const field = page.getByLabel("Password", { exact: true });
  await expect(field).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("ACC-12 CHK-4 NAV-7 the checkout and a person's pages need a login and open afterwards", async ({ shop, page }) => {
  const shopper = await newShopper(shop);
  for (const path of ["/checkout", "/dashboard", "/dashboard/myorders", "/dashboard/address"]) {
    await page.goto(path);
    await expect(toast(page, "Please Login")).toBeVisible();
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByLabel("Email").fill(shopper.email);
    await page.getByLabel("Password", { exact: true }).fill(shopper.password);
    await page.getByRole("main").getByRole("button", { name: "Login" }).click();
    await expect(page).toHaveURL(path === "/dashboard" ? "/dashboard/profile" : path);
    await page.evaluate(() => localStorage.clear());
  }
});

test("the login does not redirect to another site", async ({ shop, page }) => {
  await signedIn(shop);
  for (const elsewhere of ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "javascript:alert(1)"]) {
    await page.goto(`/login?next=${encodeURIComponent(elsewhere)}`);
    await expect(page, elsewhere).toHaveURL("/");
  }
});

test("LAY-5 the account menu leads to profile, orders and addresses, also by keyboard", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/about-us");
  await page.getByRole("button", { name: "Account" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText([
    "Profile",
    "My Orders",
    "Favorites",
    "Lists",
    "Save Address",
    "Security",
    "Español",
    "Log Out",
  ]);
  await shop.assertAccessible();
  await page.getByRole("menuitem", { name: "Save Address" }).focus();
  await page.keyboard.press("Enter");
  await expect(shop.heading("Address")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: "Save Address" })).toHaveAttribute(
    "aria-current",
    "page",
  );
});

test("NAV-6 LAY-5 on a phone the icon opens the account menu as a page", async ({ shop, page }) => {
  await page.setViewportSize(PHONE);
  await shop.open("/");
  await page.getByRole("link", { name: "Account" }).click();
  await expect(page).toHaveURL("/user");
  await expect(page.getByRole("main").getByRole("link", { name: "Login" })).toBeVisible();
  await signedIn(shop);
  await shop.open("/user");
  const main = page.getByRole("main");
  await expect(main).toContainText("Ana Torres");
  await expect(main.getByRole("link")).toHaveText([
    ...["Profile", "My Orders", "Favorites", "Lists", "Save Address", "Security"],
    "Español",
  ]);
  await shop.assertAccessible();
  await main.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL("/");
});

test("NAV-7 LAY-4 the dashboard has a side menu on wide screens only", async ({ shop, page }) => {
  await signedIn(shop);
  await shop.open("/dashboard");
  await expect(page).toHaveURL("/dashboard/profile");
  const menu = page.getByRole("navigation", { name: "Account" });
  await expect(menu).toBeVisible();
  await page.setViewportSize(PHONE);
  await expect(menu).toBeHidden();
});

test("ACC-10 an expired access token is refreshed once for all calls, unnoticed", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/401/);
  await signedIn(shop);
  await page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
  let renewals = 0;
  page.on("request", (request) => request.url().endsWith("/refresh-token") && renewals++);
  await shop.open("/dashboard/myorders");
  await expect(page.getByText("No completed orders found.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Account" })).toContainText("Ana Torres");
  expect(renewals).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem("accesstoken"))).toMatch(/^ey/);
});

test.describe(() => {
  neverRetried();
  test("ACC-10 two tabs with an expired token stay logged in", async ({ shop, page, context, expectedErrors }) => {
    expectedErrors.push(/401/);
    await signedIn(shop);
    const other = await context.newPage();
    await shop.open("/about-us");
    await other.goto("/about-us");
    await page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
    await Promise.all([page.goto("/dashboard/myorders"), other.goto("/dashboard/address")]);
    await expect(page.getByText("No completed orders found.")).toBeVisible();
    await expect(other.getByRole("button", { name: "Add address", exact: true })).toBeVisible();
    await expect(other.getByRole("navigation", { name: "Account" })).toContainText("Ana Torres");
  });
});

test("an ended session leads to the login, and back", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/401/);
  const shopper = await signedIn(shop);
  await shop.call(logout, undefined, shopper.token);
  await page.evaluate(() => localStorage.setItem("accesstoken", "expired"));
  await page.goto("/dashboard/address");
  await expect(page).toHaveURL("/login?next=%2Fdashboard%2Faddress");
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeNull();

  // The same goes for someone who is about to pay, and there is one message.
  const { shopper: payer } = await atCheckout(shop);
  await page.getByRole("radio", { name: /Cash on delivery/ }).check();
  await shop.call(logout, undefined, payer.token);
  // At once, before another call of the page is refused.
  await page.getByRole("button", { name: /Place order/ }).evaluate((button: HTMLButtonElement) => {
    localStorage.setItem("accesstoken", "expired");
    button.click();
  });
  await expect(page).toHaveURL("/login?next=%2Fcheckout");
  await expect(toast(page, "You have been logged out. Please log in again.")).toBeVisible();
  await expect(page.getByText("Please Login")).toBeHidden();
});

test("ACC-8 ACC-9 a logout in one tab logs out the others", async ({ shop, page, context }) => {
  await signedIn(shop);
  await shop.open("/");
  const other = await context.newPage();
  await other.goto("/dashboard/address");
  await expect(other.getByRole("button", { name: "Add address", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  await expect(cartButton(other)).toHaveText("My Cart");
});

test("STAT-8 a logout without a response shows an error, and nothing stays in the browser", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await signedIn(shop);
  await page.route("**/api/user/logout", (route) => route.abort());
  await shop.open("/");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Log Out" }).click();
  await expect(toast(page, /^You're logged out here, but the shop didn't respond/)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("STAT-8 user details that fail to load are only logged, and can be reloaded", async ({ shop, page, expectedErrors }) => {
  expectedErrors.push(/500/);
  await signedIn(shop);
  const fail = () =>
    page.route(`**${userDetails.path}`, (route) =>
      route.fulfill({ status: 500, json: { success: false, error: true, message: "Broken" } }),
    );
  await fail();
  await shop.open("/");
  await page.getByRole("button", { name: "Account" }).click();
  await expect(page.getByRole("menuitem", { name: "My Orders" })).toBeVisible();
  for (const [path, shown] of [
    ["/dashboard/profile", page.getByRole("heading", { name: "Your details" })],
    ["/user", page.getByRole("main").getByText("Ana Torres")],
  ] as const) {
    const logged = page.waitForEvent("console", (message) => message.text().startsWith("Could not load person"));
    await shop.open(path);
    await logged;
    const reload = page.getByRole("main").getByRole("button", { name: "Reload" }).last();
    await expect(reload).toBeVisible();
    await assertUnsaid(page);
    await page.unroute(`**${userDetails.path}`);
    await reload.click();
    await expect(shown).toBeVisible();
    await fail();
  }
});

const sorted = (names: readonly string[]) => names.toSorted((a, b) => a.localeCompare(b, "en"));

test("ACC-9 on start the app loads user details, and categories and sub categories sorted by name; the home page leads with food", async ({
  shop,
  page,
}) => {
  const categories = (await shop.call(listCategories, undefined)).data;
  const subCategories = (await shop.call(listSubCategories, undefined)).data;
  for (const list of [categories, subCategories]) {
    expect(list.length).toBeGreaterThan(5);
    expect(list.map(({ name }) => name)).toEqual(sorted(list.map(({ name }) => name)));
  }
  await signedIn(shop);
  const details = page.waitForResponse(`**${userDetails.path}`);
  await shop.open("/");
  expect((await details).status()).toBe(200);
  const tiles = await page.getByRole("region", { name: "Browse the shelves" }).getByRole("link").allInnerTexts();
  expect(tiles).toEqual((await shop.rows()).map(({ category }) => category.name));
  expect(categories.map(({ name }) => name)).toEqual(expect.arrayContaining(tiles));
  const { category, subCategory } = await shop.longShelf();
  await shop.open(paths.listing(category, subCategory));
  const shelves = await page.getByRole("navigation", { name: category.name }).getByRole("link").allInnerTexts();
  expect(shelves).toEqual(sorted(shelves));
});

test("API-33 every call goes to the shop's own host, with its credentials", async ({ shop, page, context, baseURL }) => {
  const { token } = await signedIn(shop);
  await context.addCookies([{ name: "keeps", value: "cookies", url: baseURL! }]);
  const calls: Promise<{ url: string; headers: Record<string, string> }>[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") calls.push(request.allHeaders().then((headers) => ({ url: request.url(), headers })));
  });
  await shop.open("/dashboard/address");
  await expect(page.getByRole("button", { name: "Add address", exact: true })).toBeVisible();
  const made = await Promise.all(calls);
  const asked = made.filter(({ url }) => url.endsWith(listAddresses.path));
  expect(asked).toHaveLength(1);
  expect(asked[0]!.headers).toMatchObject({ authorization: `Bearer ${token}`, cookie: expect.stringContaining("keeps=cookies") });
  for (const { url } of made) expect(new URL(url).origin).toBe(baseURL);
});

test("ACC-9 ACC-11 user, cart, addresses and orders change with the person immediately", async ({ shop, page, context }) => {
  const [one, two] = [await signedIn(shop), await newShopper(shop, "Rosa Quispe")];
  const goods = await shop.product(({ stock }) => stock > 9);
  const numbers = [await buys(shop, one, goods), await buys(shop, two, goods)];
  for (const [n, person] of [one, two].entries()) {
    await addressOf(shop, person, `${n + 1} Mill Lane`);
    await putIntoCart(shop, person, goods, n + 1);
  }
  const order = (n: number) => page.getByRole("article", { name: `Order ${numbers[n]}` });
  await shop.open("/dashboard/myorders");
  await expect(order(0)).toBeVisible();
  await expect(cartButton(page)).toContainText("1 item");

  await useTokens(await context.newPage(), two);
  const account = page.getByRole("navigation", { name: "Account" });
  await expect(account).toContainText(two.email);
  await expect(order(1)).toBeVisible();
  await expect(order(0)).toBeHidden();
  await expect(cartButton(page)).toContainText("2 items");
  await account.getByRole("link", { name: "Save Address" }).click();
  await expect(page.getByText("2 Mill Lane")).toBeVisible();
  await expect(page.getByText("1 Mill Lane")).toBeHidden();

  await useTokens(await context.newPage(), one);
  await expect(page.getByText("1 Mill Lane")).toBeVisible();
  await expect(page.getByText("2 Mill Lane")).toBeHidden();
});

test("ACC-11 the home page shows that categories are loading, then each with its sub categories", async ({ shop, page }) => {
  const [category] = (await shop.call(listCategories, undefined)).data;
  const within = (await shop.call(listSubCategories, undefined)).data.filter((one) =>
    one.category.some(({ _id }) => _id === category!._id),
  );
  await shop.open("/about-us");
  const loading = Promise.withResolvers<void>();
  await page.route(`**${home.path}*`, async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Despensa, home" }).first().click();
  await expect(page.getByTestId("category-skeletons")).toBeVisible();
  loading.resolve();
  await expect(page.getByTestId("category-skeletons")).toBeHidden();
  await page.getByRole("main").getByRole("link", { name: category!.name }).first().click();
  for (const { name } of within) await expect(page.getByRole("main").getByRole("link", { name }).first()).toBeVisible();
});

test("LAY-1 Account, pressed before the page is ready, opens its menu", async ({ shop, page }) => {
  await signedIn(shop);
  const ready = await holdScripts(page);
  await page.goto("/", { waitUntil: "commit" });
  await page.getByRole("banner").getByRole("button", { name: "Account" }).click();
  ready();
  await expect(page.getByRole("menuitem", { name: "Log Out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Log Out" })).toBeHidden();
});
