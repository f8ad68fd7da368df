export * from './cases';
export * from './checkouts';
export * from './credits';
export * from './customers';
export * from './lab';
export * from './teams';
export * from './webhooks';
