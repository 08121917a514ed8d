import { type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), {
    title: "Privacy",
    description: "What the shop knows about you, why, and what it never does.",
    path: paths.privacy,
  });
}

/** What is stored about a person, in plain words. */
export default function Privacy() {
  const { name, email } = useFace();
  return (
    <Prose title="Privacy" lead={`What ${name} knows about you, why, and for how long. In plain words.`}>
      <Section title="While you look around">
        <p>
          Nothing about you is stored on our side. We use no advertising, no tracking and no analytics, and no other company sees which
          pages you open. There is no cookie banner because there is nothing to ask for.
        </p>
      </Section>
      <Section title="In your own browser">
        <ul>
          <li>Your cart, so that it is still there tomorrow.</li>
          <li>Whether you like the shop light or dark.</li>
          <li>When you are logged in, two keys that prove it is you. Logging out removes them.</li>
        </ul>
      </Section>
      <Section title="When you have an account">
        <ul>
          <li>Your name and e-mail address. Your password only in a form that nobody can read, not even us.</li>
          <li>The addresses you save, until you remove them, and your cart.</li>
          <li>
            When and from where your account was logged in to, and what was changed for its safety: for 180 days. You see it on the page
            Security of your account.
          </li>
          <li>Your orders: what you bought, for how much, and where it went. We have to keep these for our books.</li>
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
          Your account has a page Security. There you download all we know about you, and delete your account for good: your orders stay in
          our books without your name and address. Or ask us
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
