/** Opens a video where the system shows it, on devices on which the page itself cannot. False where the page can. */
export const showElsewhere = (_url: string): boolean => false
