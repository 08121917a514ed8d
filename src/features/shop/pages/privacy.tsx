import { type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), {
    title: "Privacy",
    description: "What we know about you, why, and for how long.",
    path: paths.privacy,
  });
}

export default function Privacy() {
  const { name, email } = useFace();
  return (
    <Prose title="Privacy" lead={`What ${name} knows about you, why, and for how long.`}>
      <Section title="While you browse">
        <p>
          We store nothing about you. We count what is searched for, but not who searches. We use no advertising, tracking or analytics, and
          no other company sees which pages you open. There is no cookie banner because there is nothing to ask for.
        </p>
      </Section>
      <Section title="In your browser">
        <ul>
          <li>Your cart, so it is still there tomorrow.</li>
          <li>Your choice of a light or dark theme.</li>
          <li>
            Your last searches, to suggest them again. We never see this list. You can clear it in the search box; logging out does too.
          </li>
          <li>While you are logged in, two tokens that prove it is you. Logging out removes them.</li>
        </ul>
      </Section>
      <Section title="When you have an account">
        <ul>
          <li>Your name and email address, and your password in a form that nobody can read, not even us.</li>
          <li>The addresses you save, until you remove them, and your cart.</li>
          <li>Logins and security changes of your account, for 180 days. You can see them on its Security page.</li>
          <li>Your orders: what you bought, what you paid and where it went. We have to keep these for our books.</li>
        </ul>
      </Section>
      <Section title="Who else sees it">
        <p>
          The people who deliver your order see the name, address and phone number on it. If you pay online, the payment company sees the
          amount and takes the payment; we never see your card. Nobody else.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          On the Security page of your account you can download your data or delete your account. Your orders then stay in our books without
          your name and address. Or ask us
          {email ? (
            <>
              : <a href={`mailto:${email}`}>{email}</a>.
            </>
          ) : (
            "."
          )}{" "}
          We reply within 24 hours.
        </p>
      </Section>
    </Prose>
  );
}
