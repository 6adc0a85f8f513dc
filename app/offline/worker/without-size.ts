/**
 * The address of a picture without its size and format: the same for all sizes of a photograph, of a photo that the
 * shop keeps, and of a copy of another host's photo. Undefined for a picture that has one size only.
 */
export function withoutSize(address: string): string | undefined {
  const [, ofFile, ofCopy] =
    /^(\/(?:photographs|-\/photos)\/.+?)(?:-\d{1,4})?\.\w+$|^(\/-\/copies\?.+)&width=\d+$/.exec(address) ?? [];
  return ofFile ?? ofCopy;
}
