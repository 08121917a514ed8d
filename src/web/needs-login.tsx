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

/** A page for signed-in people: others go to the login, which leads back here (ACC-12). Who has just logged out goes home. */
export function NeedsLogin({ children, skeleton }: NeedsLoginProps) {
  const { status, left } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (status !== "signed-out") return;
    if (!left) toast.error("Please Login", { id: "login" });
    void navigate(left ? paths.home : loginThen(pathname + search), { replace: true });
  }, [status, left, pathname, search, navigate]);
  return status === "signed-in" ? children : skeleton;
}
