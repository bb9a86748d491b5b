/** Words of makers, models and numbers, which name no person. */
const BOUGHT =
  /^(?:i(?:phone|pad|pod)|apple|watch|tv|vision|pixel|galaxy|samsung|xiaomi|redmi|oneplus|huawei|nokia|motorola|moto|sony|nexus|android|google|sdk|gphone\d*|emulator|simulator|phone|tablet|device|test|mini|pro|max|plus|air|se|ultra|fold|flip|lite|this|computer|x86|arm64|v8a|\d+\w{0,2}|\w)$/i;

/** True for a name beyond the model: “Annas-iPhone”, but not “iPhone-15-Pro”. */
export function saysWhose(name: string): boolean {
  return name
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .some((word) => !BOUGHT.test(word));
}
