import type { Installation } from '@recaps/contract/health'
import type { Services } from './services.ts'
import { listThirdParties } from './third-parties.ts'

/** Facts about this installation that are embedded in every page of the web app (apps/web/src/device/page-facts.ts). */
export function pageFacts({ config, embedBase, signIn }: Services): Installation {
  const signIns = signIn.providers().web
  return {
    'embed-base': embedBase,
    'product-name': config.productName,
    'public-url': config.publicUrl,
    'support-email': config.supportEmail,
    'default-plan': config.defaultPlan,
    'sign-in': signIns.join(' '),
    'third-parties': [...signIns.map(name => `sign-in:${name}` as const), ...listThirdParties(config)].join(' '),
    'source-url': config.sourceUrl ?? '',
    demo: String(config.demo),
    'demo-login': config.demoLogin ?? '',
  }
}
