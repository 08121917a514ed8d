import { useEffect, useState } from "react";
import { areUploading, toFormPictures, urlsOf } from "#features/catalogue/pages/admin/product/form-pictures.ts";
import { PictureField } from "#features/catalogue/pages/admin/product/picture-field.tsx";

interface PictureSettingProps {
  label: string;
  hint: string;
  /** URL of the picture; empty without one. */
  value: string;
  onChange: (value: string) => void;
  onUploading: (uploading: boolean) => void;
  error: string | undefined;
  disabled?: boolean;
}

/** A setting that is a picture. */
export function PictureSetting({ label, hint, value, onChange, onUploading, error, disabled = false }: PictureSettingProps) {
  const [pictures, setPictures] = useState(() => toFormPictures([value]));
  const uploading = areUploading(pictures);
  const url = urlsOf(pictures)[0] ?? "";
  useEffect(() => onUploading(uploading), [onUploading, uploading]);
  useEffect(() => {
    if (!uploading && url !== value) onChange(url);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the picture changed
  }, [uploading, url]);
  return <PictureField label={label} hint={hint} pictures={pictures} change={setPictures} most={1} error={error} disabled={disabled} />;
}
