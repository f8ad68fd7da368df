/** The driver's own codes, those of the socket, and those with which Postgres says good-bye. */
const losses = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
  ...['57P01', '57P02'],
]);

/** Whether an error of the driver says that the connection is gone. */
export function isLoss(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && losses.has(error.code);
}
