import { useEffect, type ReactNode } from "react";
import { toast } from "react-hot-toast";
import { useLocation, useNavigate } from "react-router";
import { loginThen, paths } from "./paths.ts";
import { useSession } from "./session.ts";

interface NeedsLoginProps {
  children: ReactNode;
  /** What stands there until it is known who is here. */
  skeleton: ReactNode;
}

/** The login ended elsewhere: on another device, by a new password, or by the shop. */
const LOST = "You have been logged out. Please log in again.";

/** A page for signed-in people: others go to the login, which leads back here (ACC-12). Who has just logged out goes home. */
export function NeedsLogin({ children, skeleton }: NeedsLoginProps) {
  const { status, ended } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (status !== "signed-out") return;
    const left = ended === "left";
    if (!left) toast.error(ended === "lost" ? LOST : "Please Login", { id: "login" });
    void navigate(left ? paths.home : loginThen(pathname + search), { replace: true });
  }, [status, ended, pathname, search, navigate]);
  return status === "signed-in" ? children : skeleton;
}
