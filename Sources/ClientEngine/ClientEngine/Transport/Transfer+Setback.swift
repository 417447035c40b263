// The treatment of a request whose connection or stream failed before any response.

extension Transfer {
    /// Determines whether and why the request may be sent again on another connection.
    ///
    /// Otherwise returns the error with a hint.
    func judged(_ error: ClientError) -> ClientError {
        if let objection = resendGuard.objection {
            add(.setback(objection))
            return told(error, objection)
        }
        guard resendGuard.isGiven else { return error }
        guard let reason = setback(of: error) else { return doubted(error) }
        let error = told(error, reason)
        guard reason == .refused || exchangeRequest.isIdempotent else { return doubted(error) }
        guard body.canBeginAgain else { return spent(error) }
        // A request for a certain version must not use another one.
        guard reason != .downgrade || exchangeRequest.version == nil else { return error }
        add(.setback(reason))
        return error
    }

    private func setback(of error: ClientError) -> ExchangeStart.Reason? {
        guard headBytes == 0 else { return nil }
        if resendGuard.isUnprocessed { return .refused }
        if stream?.breach?.isMisconduct == true { return nil }
        // A stream that the server resets does not fail with its connection.
        if stream?.breach?.isReset == true { return resendGuard.setback == .downgrade ? .downgrade : nil }
        return resendGuard.setback ?? (isKept && error.kind == .connectionLost ? .connectionLost : nil)
    }

    private func told(_ error: ClientError, _ reason: ExchangeStart.Reason) -> ClientError {
        let target = "\(exchangeRequest.url.host):\(exchangeRequest.url.port)"
        let message: String? =
            switch reason {
            case .refused: "\(target) refused the request before looking at it"
            case .downgrade: "\(target) wants the request over HTTP/1.1"
            case .closed: "\(target) had closed the kept connection"
            case .unsolicited: "\(target) sent on the kept connection what nobody had asked for"
            case .connectionLost, .redirect, .authentication, .cache, .restart, .expectation: nil
            }
        guard let message else { return error }
        var told = error
        (told.kind, told.phase, told.message, told.hint) = (.connectionLost, .wait, message, nil)
        return told
    }

    /// Returns the error with the remark that the server may have processed a request that is not idempotent.
    private func doubted(_ error: ClientError) -> ClientError {
        guard error.kind == .connectionLost, !exchangeRequest.isIdempotent else { return error }
        var doubted = error
        doubted.message += ", and may have acted on the \(exchangeRequest.method)"
        doubted.hint = "find out what came of it before you send it again"
        return doubted
    }

    private func spent(_ error: ClientError) -> ClientError {
        var spent = error
        spent.hint = "it was not sent again: the stream of its body can be read only once"
        return spent
    }
}
