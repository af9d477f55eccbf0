/** Does the same, with a touch that is felt; browsers have none that is worth it. For what a press does. */
export const felt = <T extends () => void>(act: T): T => act
