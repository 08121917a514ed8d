import { useEffect, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "#ui/toast/toast.ts";
import { t } from "#words/t.ts";
import { NeedsScript } from "../needs-script.tsx";
import { loginThen, paths } from "../paths.ts";
import { useSession } from "./session.ts";

interface NeedsLoginProps {
  children: ReactNode;
  /** Shown until it is known whether someone is signed in. */
  skeleton: ReactNode;
}

/** The session ended elsewhere: on another device, by a new password, or by the shop. */
const LOST = t("You have been logged out. Please log in again.");

/** A page for signed-in people. Others go to the login, which leads back here (ACC-12); someone who just logged out goes home. */
export function NeedsLogin({ children, skeleton }: NeedsLoginProps) {
  const { status, ended } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (status !== "signed-out") return;
    const left = ended === "left";
    if (!left) toast.info(ended === "lost" ? LOST : t("Please Login"), { id: "login" });
    void navigate(left ? paths.home : loginThen(pathname + search), { replace: true });
  }, [status, ended, pathname, search, navigate]);
  return status === "signed-in" ? children : <NeedsScript>{skeleton}</NeedsScript>;
}
