/** The part of the compression package that the peers use. */
declare module "compression" {
  type Handler = (request: object, reply: object, next: () => void) => void;
  const compression: () => Handler;
  export default compression;
}
