import { Suspense, useState } from "react";
import { KeyRound, Smartphone } from "lucide-react";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ResendButton } from "#features/account/pages/sign-in/resend-button.tsx";
import { canUsePasskeys } from "#features/account/pages/sign-in/web-authn.ts";
import {
  readTwoStep,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  type TwoStepStatus,
} from "#features/account/two-step/contract.ts";
import { Panel, Rows } from "#ui/panel.tsx";
import { call } from "#web/call.ts";
import { readUserAgain } from "#features/account/pages/use-user.ts";
import { lazy } from "#web/loading/lazy.ts";
import { readAgain, usePersonal } from "#web/session/session.ts";
import { t } from "#words/t.ts";
import { ago } from "./words.ts";

const AuthenticatorDialog = lazy(() => import("./two-step/authenticator-dialog.tsx"));
const PasskeyDialog = lazy(() => import("./two-step/passkey-dialog.tsx"));
const PasswordDialog = lazy(() => import("#features/account/pages/password-dialog.tsx"));
const RecoveryCodesDialog = lazy(() => import("./two-step/recovery-codes-dialog.tsx"));

const NAME = ["two-step"];

type Open = "authenticator" | "passkey" | "remove-authenticator" | "recovery-codes" | { passkey: string; name: string };

/** Second steps of the login: an authenticator app, passkeys, and recovery codes for when they are lost. */
export function TwoStep() {
  const read = usePersonal(NAME, async () => (await call(readTwoStep, undefined)).data);
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<string[]>([]);
  const done = (recoveryCodes: string[] = []) => {
    setOpen(undefined);
    setCodes(recoveryCodes);
    void Promise.all([readAgain(NAME), readAgain(["security-events"]), readUserAgain()]);
  };
  const close = () => setOpen(undefined);
  return (
    <Panel
      title={t("Two-step login")}
      lead={t("Confirm it's you with an app or a passkey after your password, so a stolen password isn't enough.")}
    >
      <Rows query={read}>{(status) => <Steps status={status} onOpen={setOpen} />}</Rows>
      <Suspense fallback={null}>
        {open === "authenticator" && <AuthenticatorDialog onDone={done} onClose={close} />}
        {open === "passkey" && <PasskeyDialog onDone={done} onClose={close} />}
        {open === "remove-authenticator" && (
          <PasswordDialog
            title={t("Remove your authenticator app?")}
            confirm={t("Remove")}
            danger
            onConfirm={async (password) => (await call(removeAuthenticator, { password })).message}
            onDone={() => done()}
            onClose={close}
          />
        )}
        {typeof open === "object" && (
          <PasswordDialog
            title={t("Remove the passkey “{name}”?", { name: open.name })}
            confirm={t("Remove")}
            danger
            onConfirm={async (password) => (await call(removePasskey, { _id: open.passkey, password })).message}
            onDone={() => done()}
            onClose={close}
          />
        )}
        {open === "recovery-codes" && (
          <PasswordDialog
            title={t("Make new recovery codes?")}
            lead={t("The old ones stop working.")}
            confirm={t("Make new codes")}
            onConfirm={async (password) => {
              const { data, message } = await call(renewRecoveryCodes, { password });
              setCodes(data.recoveryCodes);
              return message;
            }}
            onDone={() => {
              close();
              void readAgain(NAME);
            }}
            onClose={close}
          />
        )}
        {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
      </Suspense>
    </Panel>
  );
}

function Steps({ status, onOpen }: { status: TwoStepStatus; onOpen: (open: Open) => void }) {
  const { authenticator, passkeys, recoveryCodesLeft, mayAdd, required } = status;
  const isOn = authenticator || passkeys.length > 0;
  return (
    <>
      {required && !isOn && (
        <li className="py-3.5">
          <p className="rounded-control bg-marigold-tint px-4 py-3 text-marigold-ink">
            {t("The back office opens once two-step login is on.")}
          </p>
        </li>
      )}
      {!mayAdd && (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
          <p className="min-w-0 flex-1 basis-64">
            {t("First confirm your email address in this browser: open the link in the email we send you here.")}
          </p>
          <ResendButton />
        </li>
      )}
      <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
        <Smartphone aria-hidden className="size-6 shrink-0 text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2.5 font-semibold">
            {t("Authenticator app")} {authenticator && <Badge tone="green">{t("On")}</Badge>}
          </p>
          <p className="text-sm text-ink-2">{t("A code from an app on your phone")}</p>
        </div>
        {authenticator ? (
          <Button kind="quiet" size="small" aria-label={t("Remove the authenticator app")} onClick={() => onOpen("remove-authenticator")}>
            {t("Remove")}
          </Button>
        ) : (
          <Button
            kind="outline"
            size="small"
            disabled={!mayAdd}
            aria-label={t("Set up an authenticator app")}
            onClick={() => onOpen("authenticator")}
          >
            {t("Set up")}
          </Button>
        )}
      </li>
      {passkeys.map(({ _id, name, createdAt, usedAt }) => (
        <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
          <KeyRound aria-hidden className="size-6 shrink-0 text-ink-2" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">{name}</p>
            <p className="text-sm text-ink-2">
              {usedAt
                ? t("Passkey, last used {usedAt}", { usedAt: ago(usedAt) })
                : t("Passkey, added {createdAt}", { createdAt: ago(createdAt) })}
            </p>
          </div>
          <Button
            kind="quiet"
            size="small"
            aria-label={t("Remove the passkey {name}", { name })}
            onClick={() => onOpen({ passkey: _id, name })}
          >
            {t("Remove")}
          </Button>
        </li>
      ))}
      {canUsePasskeys() && (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
          <KeyRound aria-hidden className="size-6 shrink-0 text-ink-2" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{passkeys.length > 0 ? t("Another passkey") : t("Passkey")}</p>
            <p className="text-sm text-ink-2">{t("Your fingerprint, face or screen lock, without a password")}</p>
          </div>
          <Button kind="outline" size="small" disabled={!mayAdd} aria-label={t("Add a passkey")} onClick={() => onOpen("passkey")}>
            {t("Add")}
          </Button>
        </li>
      )}
      {isOn && (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
          <div className="min-w-0 grow basis-48">
            <p className="font-semibold">{t("Recovery codes")}</p>
            <p className="text-sm text-ink-2">
              {t("{recoveryCodesLeft} of 10 left, each for one login when you don't have your device", { recoveryCodesLeft })}
            </p>
          </div>
          <Button kind="quiet" size="small" onClick={() => onOpen("recovery-codes")}>
            {t("Make new codes")}
          </Button>
        </li>
      )}
    </>
  );
}
