import { useLoaderData } from "react-router";
import { call } from "#web/call.ts";
import { home } from "../contract.ts";

async function read() {
  const { data } = await call(home, undefined);
  return data.map((row) => row.category.name);
}
export { read as loader, read as clientLoader };

export default function Home() {
  const names = useLoaderData<typeof read>();
  return <p>{names.join(", ")}</p>;
}
