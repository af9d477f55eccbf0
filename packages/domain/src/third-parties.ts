/**
 * Third parties that may receive user data, prefixed by their purpose. `other` is a service at a URL that the operator has
 * configured, possibly on the operator's own machine.
 */
export const thirdParties = [
  'sign-in:google',
  'sign-in:apple',
  'payments:stripe',
  'payments:app-store',
  'payments:google-play',
  'model:openai',
  'model:anthropic',
  'model:google',
  'model:other',
  'voice:openai',
  'voice:elevenlabs',
  'voice:other',
  'captions:supadata',
  'captions:other',
  'hearing:openai',
  'hearing:other',
  'push:firebase',
  'mail:server',
  'storage:bucket',
  'counting:plausible',
  'counting:other',
] as const
export type ThirdParty = (typeof thirdParties)[number]
