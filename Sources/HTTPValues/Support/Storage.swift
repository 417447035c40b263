package import EngineStorage

package typealias BoundedQueue<Element> = EngineStorage.BoundedQueue<Element>
package typealias ByteRoom = EngineStorage.ByteRoom
package typealias CopyOnWriteBox<Value: Sendable> = EngineStorage.CopyOnWriteBox<Value>
package typealias Locked<Value> = EngineStorage.Locked<Value>
package typealias Mailbox<Content: Sendable> = EngineStorage.Mailbox<Content>
package typealias WakePipe = EngineStorage.WakePipe
