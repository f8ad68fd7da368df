/** Where the result stands in the page, and the form whose buttons start a run. */
export const resultId = 'lab-result';
export const labFormId = 'lab-form';
