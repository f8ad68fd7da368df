export * from './cases';
export * from './checkouts';
export * from './credits';
export * from './customers';
export * from './teams';
export * from './webhooks';
