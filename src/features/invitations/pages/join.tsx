import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { Link, useNavigate, useSearchParams, type MetaDescriptor } from "react-router";
import { ROLE_WORDS } from "#features/account/pages/role-words.ts";
import { EntryForm } from "#features/account/pages/sign-in/entry-form.tsx";
import { isLongEnough } from "#features/account/pages/sign-in/entry-rules.ts";
import { NewPasswordFields } from "#features/account/pages/sign-in/password-fields.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Field } from "#ui/field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast/toast.ts";
import { TryAgain } from "#ui/failure/try-again.tsx";
import { call, CallError, messageOf } from "#web/call.ts";
import { tellRefusal } from "#web/forms/form-refusal.ts";
import { loginThen, paths } from "#web/paths.ts";
import { privateMeta } from "#web/meta/page-meta.ts";
import { useFace } from "#web/use-face.ts";
import { useInBrowser } from "#ui/use-in-browser.ts";
import { t } from "#words/t.ts";
import { acceptInvitation, messages, readInvitation, type ReadInvitation } from "../contract.ts";

/** The URL contains a token, which must not leak to other sites. */
export const meta = (page: Parameters<ReturnType<typeof privateMeta>>[0]): MetaDescriptor[] => [
  ...privateMeta(t("Join"))(page),
  { name: "referrer", content: "no-referrer" },
];

/** Where the link of an invitation leads. Opening it changes nothing, so link scanners accept nothing. */
export default function Join() {
  const inBrowser = useInBrowser();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [token] = useState(() => parameters.get("token") ?? "");
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: async () => (await call(readInvitation, { token })).data,
    enabled: inBrowser && token !== "",
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  // Removes the token from the address bar and the history.
  useEffect(() => {
    if (token) void navigate(paths.join, { replace: true });
  }, [navigate, token]);

  if (inBrowser && (!token || (invitation.error instanceof CallError && invitation.error.status === 400))) return <Over />;
  if (invitation.error)
    return (
      <TryAgain
        title={t("We couldn't open the invitation")}
        message={messageOf(invitation.error)}
        again={() => void invitation.refetch()}
      />
    );
  if (!invitation.data)
    return (
      <div className="page flex justify-center py-8 md:py-14" aria-busy="true" aria-label={t("Loading")}>
        <Skeleton className="h-96 w-full max-w-md rounded-panel" />
      </div>
    );
  return <Accept token={token} invitation={invitation.data} />;
}

function Over() {
  return (
    <div className="page py-8 md:py-14">
      <div className="panel mx-auto max-w-md">
        <EmptyState title={t("This invitation no longer works")}>
          <p>{t("It was used or withdrawn, or is older than 7 days. Ask for a new one.")}</p>
          <Link to={paths.login} className={buttonLook({ kind: "outline" })}>
            {t("Login")}
          </Link>
        </EmptyState>
      </div>
    </div>
  );
}

function Accept({ token, invitation: { email, role, joins } }: { token: string; invitation: ReadInvitation }) {
  const navigate = useNavigate();
  const { name: shopName } = useFace();
  const form = useForm({ defaultValues: { name: "", password: "", confirmPassword: "" } });
  const values = useWatch({ control: form.control });
  const filled = joins || Object.values(values).every((value) => value.trim());
  const submit = form.handleSubmit(async (chosen) => {
    try {
      const { message } = await call(acceptInvitation, { token, ...(!joins && chosen) });
      toast.success(message);
      await navigate(loginThen(paths.dashboard), { state: email });
    } catch (error) {
      tellRefusal(error, form);
    }
  });
  const { errors, isSubmitting } = form.formState;
  const same = (value: string) => value === form.getValues("password") || messages.passwordsDiffer;
  return (
    <EntryForm
      title={t("Join {shopName}", { shopName })}
      lead={`${t("{email} is invited as {role}.", { email, role: ROLE_WORDS[role].name.toLowerCase() })} ${ROLE_WORDS[role].about}`}
      onSubmit={(event) => void submit(event)}
      foot={joins ? t("You keep your account, your name and your password.") : t("You log in with this email address and your password.")}
    >
      {!joins && (
        <>
          <Field label={t("Name")} autoComplete="name" error={errors.name?.message} {...form.register("name")} />
          <NewPasswordFields
            password={{ label: t("Password"), error: errors.password?.message, ...form.register("password", { validate: isLongEnough }) }}
            confirm={{
              label: t("Confirm Password"),
              error: errors.confirmPassword?.message,
              ...form.register("confirmPassword", { validate: same }),
            }}
          />
        </>
      )}
      {errors.root && (
        <p role="alert" className="text-sm text-tomato">
          {errors.root.message}
        </p>
      )}
      <Button type="submit" size="large" busy={isSubmitting} disabled={!filled}>
        {t("Accept invitation")}
      </Button>
    </EntryForm>
  );
}
