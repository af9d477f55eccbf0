/** Announcements of what comes next: "Let's talk about", "I'll show you", "we're going to look at". */
const ANNOUNCES =
  /^(?:(?:so|now|and|but|then|first|next|finally|today|here|okay|before that) )*(?:let's|let us|let me|i'll|i will|i'm going to|i am going to|i'm gonna|we'll|we will|we're going to|we are going to|we're gonna|i want to|i wanted to|i'd like to|i would like to|i just want to|i wanna|we can) (?:just |quickly |briefly |also |first |now |start by |go ahead and |then |actually |really )*(?:talk|talking|explain|show|walk|look|take a look|take a|go over|go through|go to|go back|move on|start|begin|get started|get into|get to|jump|dive|discuss|cover|come back|come to|give you|tell you|share|introduce|see|read|turn to|do is|mention|leave|pause|ask|hear|say|point out|continue|proceed|skip|wait)\b/

/** References to the picture, which make no sense without it. */
const SHOWS =
  /\b(?:as you can see|you can see|you'll see|you see (?:here|this|the)|here you|right here|over here|up here|down here|on (?:the|my|your) screen|(?:this|next|last|previous) slide|look at (?:this|that|the screen)|shown here|see here|see that here|this one here|click (?:here|on this)|like this|here's (?:the|a|my|an)|here is|this is (?:what|how) (?:it|that|this) (?:looks|sounds))\b/

/** Running a meeting or a channel rather than talking about its subject. */
const MANAGES =
  /\b(?:any (?:other |more )?questions|have (?:a|any) questions?|in the chat|can (?:you|everyone|everybody) (?:hear|see)|unmute|on mute|(?:share|sharing) my screen|in the comments?|raise your hand|raised hands?|good (?:morning|afternoon|evening)|thank you|thanks (?:for|to|everyone|everybody|guys)|my name is|welcome|hello|the next (?:question|speaker|item)|the floor|point of order|have (?:\w+ )?(?:seconds|minutes?) (?:left|remaining|for)|out of time|back to you|over to you|go ahead|next up|sorry|excuse me|call you back|stay tuned|later (?:on )?in (?:this|the) video|hear me|moving on|congratulations|happy birthday|bless you)\b/

/**
 * Factor for the score of a sentence, below 1 if it talks about the talk itself. Announcements in the opening are not penalised,
 * because they show what the recording is about. `position` is the position in the recording, 0 to 1.
 */
export function asideFactor(phrase: string, position: number): number {
  const announces = ANNOUNCES.test(phrase) && position > 0.06 ? 0.5 : 1
  return announces * (SHOWS.test(phrase) ? 0.5 : 1) * (MANAGES.test(phrase) ? 0.4 : 1)
}
