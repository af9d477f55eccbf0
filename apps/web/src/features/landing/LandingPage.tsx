import type { ReactNode } from 'react'
import { About } from './About.tsx'
import { Faq } from './Faq.tsx'
import { Features } from './Features.tsx'
import { Hero } from './Hero.tsx'
import { LandingHeader } from './LandingHeader.tsx'
import { Pricing } from './Pricing.tsx'
import { Steps } from './Steps.tsx'
import { texts } from './texts.ts'

interface Props {
  script: { src: string; type?: 'module' }
  /** Null if the script loads the style sheet, as in development. */
  styleSheet: string | null
  footer: ReactNode
}

/**
 * The complete landing page, rendered at build time (build/landing.ts) and independent of the app. The server replaces each
 * `%name%` with its own value (apps/server/src/http/web-app.ts).
 */
export const LandingPage = ({ script, styleSheet, footer }: Props) => (
  <html lang="en-US" data-parties="%third-parties%" data-default-plan="%default-plan%">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <meta name="theme-color" content="#fffbf9" />
      <meta name="description" content={texts.description} />
      <title>{texts.header.title}</title>
      <link rel="canonical" href="%public-url%/landing" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="%product-name%" />
      <meta property="og:title" content={`${texts.header.title}: ${texts.hero.title}`} />
      <meta property="og:description" content={texts.description} />
      <meta property="og:url" content="%public-url%/landing" />
      <meta property="og:image" content="%public-url%/landing/card.png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/icon-192.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      {styleSheet && <link rel="stylesheet" href={styleSheet} />}
      {/* Blocking on purpose: it sets the theme before the first paint. */}
      <script {...script} />
    </head>
    <body>
      <a className="visually-hidden landing-skip" href="#main">
        {texts.skip}
      </a>
      <LandingHeader />
      <main className="landing" id="main" tabIndex={-1}>
        <Hero />
        <Features />
        <Steps />
        <Pricing />
        <Faq />
        <About />
      </main>
      {footer}
    </body>
  </html>
)
