grammar Expr;
prog : expr EOF ;
expr : expr '+' expr
     | INT
     ;
INT  : [0-9]+ ;
