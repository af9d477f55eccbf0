/** Function words and small talk, ignored by item recall and the graph baselines. Fixed, so that figures stay comparable. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across actually after again against ago ah all almost along already alright also although always am among an and another any anybody anymore anyone anything anyway are aren't around as at away
  back basically be became because become been before behind being below beside between both bit but by can can't cannot cause come comes coming could couldn't cos cuz did didn't do does doesn't doing don't done down during
  each either else end enough especially etc even ever every everybody everyone everything exactly far few fine first for from gave get gets getting give given gives go goes going gone gonna good got gotta great guess guys
  had hadn't happen happened happens hardly has hasn't have haven't having he he'd he'll he's hello her here here's hers herself hey hi him himself his hmm how how's however huh
  i i'd i'll i'm i've if in indeed instead into is isn't it it'd it'll it's its itself just keep kind kinda know last least less let let's like literally little long look looking looks lot lots
  made make makes making many may maybe me mean means might mine mm mm-hmm mhm more most much must my myself near need neither never next nice no nobody none nor not nothing now
  of off often oh ok okay on once one ones only onto or other others otherwise ought our ours ourselves out over own part people perhaps pretty probably put quite
  rather really right said same saw say saying says see seem seems seen self several shall she she'd she'll she's should shouldn't since so some somebody somehow someone something sometimes somewhere soon sort still stuff such sure
  take taken takes taking talk talked talking tell than thank thanks that that'd that'll that's the their theirs them themselves then there there's these they they'd they'll they're they've thing things think thinking this those though through thus till to together told too took toward towards tried try trying two
  uh uh-huh um under unless until up upon us use used using usually very via
  wait wanna want wanted wants was wasn't way we we'd we'll we're we've well went were weren't what what's whatever when when's where where's whether which while who who's whole whom whose why will with within without won't would wouldn't
  yeah yep yes yet you you'd you'll you're you've your yours yourself`.split(/\s+/),
)
