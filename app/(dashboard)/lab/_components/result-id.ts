/** Where the result stands in the page. */
export const resultId = 'lab-result';
