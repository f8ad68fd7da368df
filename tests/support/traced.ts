import { ProxyTracerProvider, trace } from '@opentelemetry/api';
import { register } from '@/instrumentation';

/** Registers what the server registers, and makes one span. */
await register();
trace.getTracer('test').startSpan('one piece of work').end();
const provider = trace.getTracerProvider();
const registered = provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider;
const flush: unknown = Reflect.get(registered, 'forceFlush');
if (typeof flush === 'function') await flush.call(registered);
console.log(typeof flush === 'function' ? 'flushed' : 'nothing registered');
process.exit(0);
