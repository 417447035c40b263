import ClientEngine
import InspectorHTTPServer

// Connections that switch protocols, for example to WebSocket.
extension ConnectionHandler {
    /// Returns whether a request switches the protocol of its connection.
    ///
    /// Offers of HTTP/2 are ignored.
    func upgrades(_ request: ReceivedRequest, to opened: RequestURL?) -> Bool {
        guard upgrader != nil, opened != nil || tunnels == nil || request.absoluteTarget != nil else {
            return false
        }
        return request.lists("upgrade", in: "Connection") && !request.hasBody
            && request.header("Upgrade").map { !$0.lowercased().hasPrefix("h2") } == true
    }

    /// Switches the protocol of a connection, on a thread that may block.
    func upgrade(_ request: ReceivedRequest, from caller: Caller, on connection: RawConnection) {
        do throws(BriefResponse) {
            if tunnels == nil {
                try hosts.check(request)
                try checkPage(of: request)
            }
            let passed = try pass.request(for: request, to: caller.opened)
            guard let upgrader, let url = try? RequestURL(parsing: passed.url) else {
                throw BriefResponse(400, "“\(passed.url)” is no URL.\n")
            }
            try upgrader.checkRoom()
            if let backlog, !backlog.enter() { return }
            try upgrader.upgrade(
                passed, to: request.header("Upgrade") ?? "", at: url, from: caller.provenance, on: connection,
                until: stop)
        } catch {
            _ = connection.write(error.wireBytes(to: nil))
            connection.closeAfterDraining()
        }
    }
}
