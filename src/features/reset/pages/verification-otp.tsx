import { Link, Navigate } from "react-router";
import { Button } from "#ui/button.tsx";
import { CodeField } from "#ui/code-field.tsx";
import { privateMeta } from "#web/meta/page-meta.ts";
import { paths } from "#web/paths.ts";
import { useFace } from "#web/use-face.ts";
import { rich } from "#words/rich.ts";
import { t } from "#words/t.ts";
import { EntryForm, footLink } from "../../account/pages/sign-in/entry-form.tsx";
import { useNext } from "../../account/pages/use-next.ts";
import { useResetState } from "./reset-steps.ts";
import { StepSkeleton } from "./step-skeleton.tsx";
import { useCode } from "./use-code.ts";

export const meta = privateMeta(t("Your code"));

/** Takes the code (ACC-4). Redirects to `/forgot-password` without an email address in navigation state (NAV-4). */
export default function VerificationOtp() {
  const { search } = useNext();
  const state = useResetState();
  if (state === "unknown") return <StepSkeleton />;
  if (!state) return <Navigate to={paths.forgotPassword + search} replace />;
  return <CodeStep email={state.email} search={search} />;
}

function CodeStep({ email, search }: { email: string; search: string }) {
  const code = useCode(email, search);
  const { sandbox } = useFace();
  return (
    <EntryForm
      title={t("Enter your code")}
      lead={
        <>
          {rich("If {email} has an account, we've sent it a 6-digit code. It works for 10 minutes.", {
            email: <b className="break-words text-ink">{email}</b>,
          })}
        </>
      }
      onSubmit={(event) => {
        event.preventDefault();
        void code.verify();
      }}
      foot={
        <>
          {t("Wrong address?")}{" "}
          <Link to={paths.forgotPassword + search} state={email} className={footLink}>
            {t("Go back")}
          </Link>
        </>
      }
    >
      <CodeField
        label={t("Code")}
        digits={code.digits}
        onChange={code.type}
        error={code.error}
        busy={code.busy === "verify"}
        disabled={code.isUsedUp}
      />
      <Button type="submit" size="large" busy={code.busy === "verify"} disabled={!code.isFilled || code.isUsedUp}>
        {t("Verify")}
      </Button>
      <Button kind="quiet" size="large" busy={code.busy === "send"} disabled={code.wait > 0} onClick={() => void code.sendAnother()}>
        {t("Send a new code")}
        {code.wait > 0 && <span className="font-normal tabular-nums">{t("in {wait}", { wait: clock(code.wait) })}</span>}
      </Button>
      <p className="text-center text-sm text-ink-2">
        {sandbox
          ? t("This shop is a sandbox. Open its emails with the link that was printed when it started.")
          : t("No email? Check your spam folder too.")}
      </p>
    </EntryForm>
  );
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
