import { Link, type MetaArgs } from "react-router";
import { faceOf, pageMeta } from "#web/page-meta.ts";
import { paths } from "#web/paths.ts";
import { Prose, Section } from "#web/prose.tsx";
import { useFace } from "#web/use-face.ts";

export function meta({ matches }: MetaArgs) {
  return pageMeta(faceOf(matches), { title: "Terms", description: "What you and the shop promise each other.", path: paths.terms });
}

/** What buyer and shop promise each other, in plain words. */
export default function Terms() {
  const { name } = useFace();
  return (
    <Prose title="Terms" lead={`What you and ${name} promise each other when you buy here.`}>
      <Section title="Ordering">
        <p>
          Your order counts once the shop has confirmed it with an order number. If something sells out or changes its price while you are
          at the checkout, the shop tells you before you order, and you decide.
        </p>
      </Section>
      <Section title="Prices">
        <p>
          All prices are in US dollars. The price you see, after any discount, is the price you pay. Delivery is free. The prices of an
          order do not change after you placed it.
        </p>
      </Section>
      <Section title="Paying">
        <p>You choose how to pay at the checkout. With cash on delivery you pay when the order arrives.</p>
      </Section>
      <Section title="Delivery, cancelling and returns">
        <p>
          They are described in the <Link to={paths.shipping}>shipping policy</Link> and under <Link to={paths.returns}>returns</Link>,
          which are part of these terms.
        </p>
      </Section>
      <Section title="Your account">
        <p>
          Keep your password to yourself and your addresses up to date. We may close accounts that are used to harm the shop or other
          people. You can leave whenever you like.
        </p>
      </Section>
      <Section title="If we disagree">
        <p>Write to us first; most things are settled in one letter. The law of your country that protects shoppers applies in any case.</p>
      </Section>
    </Prose>
  );
}
