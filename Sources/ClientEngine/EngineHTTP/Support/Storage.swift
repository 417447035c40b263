package import EngineSupport

package typealias BoundedQueue<Element> = EngineSupport.BoundedQueue<Element>
package typealias ByteRoom = EngineSupport.ByteRoom
package typealias CopyOnWriteBox<Value: Sendable> = EngineSupport.CopyOnWriteBox<Value>
package typealias Locked<Value> = EngineSupport.Locked<Value>
package typealias Mailbox<Content: Sendable> = EngineSupport.Mailbox<Content>
package typealias WakePipe = EngineSupport.WakePipe
