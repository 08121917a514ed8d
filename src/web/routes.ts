import { index, layout, route, type RouteConfig } from "@react-router/dev/routes";

/** The site map. */
export default [
  index("../features/catalogue/pages/home.tsx"),
  route("login", "../features/account/pages/login.tsx"),
  route("register", "../features/account/pages/register.tsx"),
  route("forgot-password", "../features/reset/pages/forgot-password.tsx"),
  route("verification-otp", "../features/reset/pages/verification-otp.tsx"),
  route("reset-password", "../features/reset/pages/reset-password.tsx"),
  route("verify-email", "../features/account/pages/verify-email.tsx"),
  route("user", "../features/account/pages/user.tsx"),
  route("cart", "../features/cart/pages/cart.tsx"),
  route("checkout", "../features/payments/pages/checkout.tsx"),
  route("success", "../features/payments/pages/success.tsx"),
  route("cancel", "../features/payments/pages/cancel.tsx"),
  route("dashboard", "../features/account/pages/dashboard.tsx", [
    index("../features/dashboard/pages/start.tsx"),
    route("profile", "../features/account/pages/profile.tsx"),
    route("myorders", "../features/orders/pages/my-orders.tsx"),
    route("myorders/:orderNumber", "../features/orders/pages/order.tsx"),
    route("address", "../features/addresses/pages/addresses.tsx"),
    route("security", "../features/security/pages/security.tsx"),
    // The back office: for admins alone (ADM-14).
    layout("../features/account/pages/admin-only.tsx", [
      route("category", "../features/catalogue/pages/admin/category.tsx"),
      route("subcategory", "../features/catalogue/pages/admin/sub-category.tsx"),
      route("upload-product", "../features/catalogue/pages/admin/upload-product.tsx"),
      route("product", "../features/catalogue/pages/admin/product.tsx"),
      route("staff", "../features/staff/pages/staff.tsx"),
      route("product-grid", "../features/catalogue/pages/admin/product-grid.tsx"),
      route("deleted", "../features/catalogue/pages/admin/deleted.tsx"),
    ]),
  ]),
  route("search", "../features/search/pages/search.tsx"),
  route("product/:product", "../features/catalogue/pages/product.tsx"),
  route("about-us", "../features/shop/pages/about.tsx"),
  route("shipping-policy", "../features/shop/pages/shipping.tsx"),
  route("returns", "../features/shop/pages/returns.tsx"),
  // Also `/contactUsPage`: addresses are matched ignoring case.
  route("ContactUsPage", "../features/contact/pages/contact.tsx"),
  route("SuccessMessage", "../features/contact/pages/message-sent.tsx"),
  route("privacy", "../features/shop/pages/privacy.tsx"),
  route("terms", "../features/shop/pages/terms.tsx"),
  route(":category/:subCategory", "../features/catalogue/pages/listing.tsx"),
  route("*", "not-found.tsx"),
] satisfies RouteConfig;
