import { useEffect, useState } from "react";
import { uploadImage } from "#features/files/contract.ts";
import { messageOf } from "#web/call.ts";
import { upload } from "#web/files/upload.ts";
import { randomKey } from "#web/random-key.ts";
import { t } from "#words/t.ts";
import { problemOf, type ChangePictures, type FormPicture } from "./form-pictures.ts";

/** Parallel uploads. The shop allows three per person. */
const AT_ONCE = 2;

/** Uploads the pictures of a form, two at a time, and reports their progress. */
export function useUploads(change: ChangePictures) {
  const [post] = useState(() => new Post());
  useEffect(() => () => post.giveUpAll(), [post]);

  const send = async (key: string, file: File) => {
    const patch = (part: Partial<FormPicture>) =>
      change((pictures) => pictures.map((picture) => (picture.key === key ? { ...picture, ...part } : picture)));
    const outcome = await post.send(key, file, (share) => patch({ share }));
    if (outcome === "given up") return;
    if ("problem" in outcome) return patch(outcome);
    const { url } = outcome;
    // The same picture has the same URL, so it is shown only once.
    change((pictures) => {
      const sent = pictures.find((picture) => picture.key === key);
      if (sent) URL.revokeObjectURL(sent.preview);
      if (pictures.some((picture) => picture.url === url)) return pictures.filter((picture) => picture !== sent);
      return pictures.map((picture) => (picture === sent ? { ...picture, url, preview: url, share: 1 } : picture));
    });
  };

  return {
    /** Appends files and uploads them. Only the last `most` pictures stay. */
    add: (files: readonly File[], most: number) => {
      const fresh = files.map((file) => ({ file, picture: toFormPicture(file) }));
      change((pictures) => [...pictures, ...fresh.map(({ picture }) => picture)].slice(-most));
      for (const { file, picture } of fresh) if (!picture.problem) void send(picture.key, file);
    },
    /** Removes a picture, canceling its upload. */
    remove: (key: string) => {
      post.giveUp(key);
      change((pictures) => pictures.filter((picture) => picture.key !== key));
    },
  };
}

/** A file about to be uploaded. */
function toFormPicture(file: File): FormPicture {
  const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : "";
  return { key: randomKey(), url: "", preview, share: 0, problem: problemOf(file) };
}

type Outcome = { url: string } | { problem: string } | "given up";

/** The uploads in progress. */
class Post {
  private readonly sending = new Map<string, AbortController>();
  private readonly waiting: (() => void)[] = [];
  private free = AT_ONCE;

  async send(key: string, file: File, onProgress: (share: number) => void): Promise<Outcome> {
    const giveUp = new AbortController();
    this.sending.set(key, giveUp);
    await this.turn();
    try {
      const { data } = await upload(uploadImage, file, { onProgress, signal: giveUp.signal });
      return { url: data.url };
    } catch (error) {
      return giveUp.signal.aborted ? "given up" : { problem: messageOf(error).replace(/^image /, t("This picture ")) };
    } finally {
      this.sending.delete(key);
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  giveUp(key: string): void {
    this.sending.get(key)?.abort();
  }

  giveUpAll(): void {
    for (const one of this.sending.values()) one.abort();
  }

  private turn(): Promise<void> | undefined {
    if (this.free === 0) return new Promise((resolve) => this.waiting.push(resolve));
    this.free -= 1;
    return undefined;
  }
}
