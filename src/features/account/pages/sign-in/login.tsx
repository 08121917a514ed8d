import { Suspense, useEffect, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { toast } from "#ui/toast/toast.ts";
import { Link, useLocation, useNavigate } from "react-router";
import { Button, buttonLook } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { EmailField, PasswordField } from "#ui/field.tsx";
import { call, CallError } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { lazy } from "#web/loading/lazy.ts";
import { paths } from "#web/paths.ts";
import { signIn } from "#web/session/change-session.ts";
import { useSession } from "#web/session/session.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { login } from "../../contract.ts";
import type { SecondStepDue } from "../../two-step/contract.ts";
import { EntryForm, footLink } from "./entry-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { useNext } from "../use-next.ts";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";

const SecondStepForm = lazy(() => import("./second-step-form.tsx"));

export const meta = privateMeta(t("Login"));

/** Login (ACC-1), then on to the page the person came for. */
export default function Login() {
  const { status } = useSession();
  const { next, search } = useNext();
  // The page is cached without the address's `next`.
  const inBrowser = useInBrowser();
  const navigate = useNavigate();
  const registered: unknown = useLocation().state;
  const form = useForm({ defaultValues: { email: typeof registered === "string" ? registered : "", password: "" } });
  const [due, setDue] = useState<SecondStepDue>();
  const [email, password] = useWatch({ control: form.control, name: ["email", "password"] });

  // Also after a login in another tab.
  useEffect(() => {
    if (status === "signed-in") void navigate(next, { replace: true });
  }, [status, next, navigate]);

  const submit = form.handleSubmit(async (values) => {
    try {
      const { data, message } = await call(login, values);
      toast.success(message);
      signIn(data.accesstoken, data.refreshToken);
    } catch (error) {
      const next = dueOf(error);
      if (next) setDue(next);
      else tellRefusal(error, form);
    }
  });
  const { errors, isSubmitting } = form.formState;
  if (due) {
    return (
      <Suspense fallback={null}>
        <SecondStepForm due={due} onRestart={() => setDue(undefined)} />
      </Suspense>
    );
  }
  return (
    <EntryForm
      {...headOf(inBrowser ? next : "", registered !== null)}
      onSubmit={(event) => void submit(event)}
      foot={
        <>
          {t("New here? It takes a minute.")}
          <Link to={paths.register + search} className={buttonLook({ kind: "outline", size: "large" }, "mt-3 w-full")}>
            {t("Create an account")}
          </Link>
        </>
      }
    >
      <EmailField error={errors.email?.message} {...form.register("email")} />
      <div className="flex flex-col gap-1">
        <PasswordField
          label={t("Password")}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password")}
        />
        <Link to={paths.forgotPassword + search} state={email} className={classNames(footLink, "self-end text-sm")}>
          {t("Forgot password?")}
        </Link>
      </div>
      {errors.root && <p className="text-tomato">{errors.root.message}</p>}
      <Button type="submit" size="large" busy={isSubmitting} disabled={!email.trim() || !password}>
        {t("Login")}
      </Button>
      <PasskeyButton />
    </EntryForm>
  );
}

/** The page's title and lead: after registering or a password reset, on the way to the checkout, or otherwise. */
function headOf(next: string, isReady: boolean): { title: string; lead: string } {
  if (isReady) return { title: t("Log in"), lead: t("You're all set. Log in to continue.") };
  if (next === paths.checkout) return { title: t("Log in to check out"), lead: t("Or create an account. We'll keep your cart.") };
  return { title: t("Welcome back"), lead: t("Log in to order and to see your orders and addresses.") };
}

/** The second step that the account requires after the right password, if any. */
function dueOf(error: unknown): SecondStepDue | undefined {
  const isDue = error instanceof CallError && error.status === 401 && error.data;
  return isDue ? (error.data as SecondStepDue) : undefined; // the contract of login
}
