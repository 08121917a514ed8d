import { useEffect, useState } from "react";
import { toast } from "#ui/toast/toast.ts";
import { useNavigate } from "react-router";
import { call, CallError, messageOf } from "#web/call.ts";
import { paths } from "#web/paths.ts";
import { t } from "#words/t.ts";
import { CODE_LENGTH, forgotPassword, verifyForgotPasswordOtp } from "../contract.ts";
import { CODE_TRIES } from "../rules.ts";
import type { ResetState } from "./reset-steps.ts";

/** Seconds until another code can be requested, since emails take a moment. */
const WAIT = 60;
const EMPTY: readonly string[] = Array<string>(CODE_LENGTH).fill("");

/** Typing a reset code, trying it, and requesting another. */
export function useCode(email: string, search: string) {
  const navigate = useNavigate();
  const [digits, setDigits] = useState(EMPTY);
  const [busy, setBusy] = useState<"verify" | "send">();
  const [error, setError] = useState<string>();
  /** Counted here, because the server does not reveal how many tries are left. */
  const [tries, setTries] = useState(0);
  const { wait, startWaiting } = useWait();
  const isUsedUp = tries >= CODE_TRIES;

  const verify = async (typed = digits) => {
    const otp = typed.join("");
    if (otp.length < CODE_LENGTH || busy || isUsedUp) return;
    setBusy("verify");
    setError(undefined);
    try {
      const { message } = await call(verifyForgotPasswordOtp, { otp, email });
      toast.success(message);
      await navigate(paths.resetPassword + search, { replace: true, state: { email, verified: true } satisfies ResetState });
    } catch (failure) {
      toast.error(messageOf(failure));
      if (failure instanceof CallError && failure.status === 400) {
        const left = CODE_TRIES - tries - 1;
        setTries(tries + 1);
        setError(left > 0 ? `${messageOf(failure)} ${triesLeft(left)}` : t("That was your last try. Request a new code."));
        setDigits(EMPTY);
      } else {
        setError(messageOf(failure));
      }
    }
    setBusy(undefined);
  };

  /** A complete code is tried right away. */
  const type = (typed: string[]) => {
    setDigits(typed);
    if (typed.every((digit) => digit !== "")) void verify(typed);
  };

  const sendAnother = async () => {
    setBusy("send");
    try {
      const { message } = await call(forgotPassword, { email });
      toast.success(message);
      setDigits(EMPTY);
      setError(undefined);
      setTries(0);
      startWaiting();
    } catch (failure) {
      toast.error(messageOf(failure));
    }
    setBusy(undefined);
  };

  const isFilled = digits.every((digit) => digit !== "");
  return { digits, busy, error, isFilled, isUsedUp, wait, type, verify, sendAnother };
}

const triesLeft = (left: number) => (left === 1 ? t("You have 1 more try.") : t("You have {left} more tries.", { left }));

/** Counts down the seconds until another code can be requested. */
function useWait() {
  const [until, setUntil] = useState(() => Date.now() + WAIT * 1000);
  const [wait, setWait] = useState(WAIT);
  useEffect(() => {
    const look = () => setWait(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [until]);
  return { wait, startWaiting: () => setUntil(Date.now() + WAIT * 1000) };
}
