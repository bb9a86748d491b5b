/** The first message of a page with a closed session of `com.example`. */
export const shopPage = {
  type: 'begin',
  session: 'shop',
  title: 'shop',
  live: false,
  keepsNames: true,
  thresholdUs: 100_000,
  appClasses: { packages: [], prefixes: ['com.example'] },
} as const;
