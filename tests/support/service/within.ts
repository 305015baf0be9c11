/** Resolves or rejects like the promise; rejects after some seconds. */
export async function within<Value>(seconds: number, what: string, promise: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`${what} took more than ${seconds} seconds.`)), seconds * 1000);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
