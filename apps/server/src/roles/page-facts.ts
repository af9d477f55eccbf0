import type { Installation } from '@recaps/contract/health'
import type { Services } from './services.ts'
import { thirdPartiesOf } from './third-parties.ts'

/** What the pages know of this installation before they have asked anything (apps/web/src/device/page-facts.ts). */
export function pageFacts({ config, embedBase, signIn }: Services): Installation {
  const signIns = signIn.providers().web
  return {
    'embed-base': embedBase,
    'product-name': config.productName,
    'public-url': config.publicUrl,
    'support-email': config.supportEmail,
    'default-plan': config.defaultPlan,
    'sign-in': signIns.join(' '),
    'third-parties': [...signIns.map(name => `sign-in:${name}` as const), ...thirdPartiesOf(config)].join(' '),
    'source-url': config.sourceUrl ?? '',
    demo: String(config.demo),
    'demo-login': config.demoLogin ?? '',
  }
}
