import InspectorHTTPServer

struct ConnectionHandler {
    let connection: RawConnection
    let routes: RouteTable

    func run() {
        while true {
            switch connection.receive() {
            case .success(let request):
                let reply = routes.reply(to: request)
                guard ReplyWriter(connection: connection, request: request).send(reply) == .keepAlive else {
                    return connection.closeAfterDraining()
                }
            case .failure(.refused(let refusal)):
                return refuse(refusal)
            case .failure(.ended):
                return
            }
        }
    }

    private func refuse(_ refusal: RequestParser.ParsingError) {
        let request = ReceivedRequest(method: "GET", target: "*", version: "HTTP/1.0", headers: [])
        let reply = Reply.problem(refusal.status, refusal.why)
        _ = ReplyWriter(connection: connection, request: request).send(reply)
        connection.closeAfterDraining()
    }
}
